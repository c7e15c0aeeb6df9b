/** What kind of game each variant is, in a line or two. A variant of a player has none. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const SKETCHES: Readonly<Record<string, MessageDescriptor>> = {
  mau_mau: msg`The game that everybody knows: match suit or rank, make others draw with a seven, name the suit with a Jack. Say “Mau” in time.`,
  mau_mau_official: msg`A tournament of many deals. Bad cards add up, and whoever has 101 points is out.`,
  mau_mau_two_deck: msg`Loud and full: a big table with two decks, where others may catch you if you forget the word.`,
  neuner: msg`From Austria and Bavaria. Nines and the joker are wild, and you knock with one card left.`,
  prsi: msg`“It is raining”: the quick Czech game with German cards, few effects, and nothing to say.`,
  faraon: msg`From Slovakia. Throw several cards of a rank at once. The last one with cards loses the deal.`,
  macau: msg`Wild and rich: Aces name suits, Jacks name ranks, and small cards make others draw. First to win two deals.`,
  tschau_sepp: msg`Swiss cards, and two words to say with your last two cards: “tschau”, then “sepp”.`,
  pesten: msg`From the Netherlands: nearly half of the cards do something, and a joker costs five cards.`,
  switch: msg`The British cousin: Aces are wild, twos answer twos, Jacks turn the table around.`,
  puque: msg`Portuguese cards, a small deck and short deals. The only word is “puque”.`,
  crazy_eights: msg`The plain American ancestor: every eight is wild, and nothing else is.`,
  haft_khabis: msg`“The evil seven” from Iran: with a two you choose who draws, and an eight lets you play on.`,
  "101": msg`From Russia: collect as few points as you can. Above 101 you are out, at exactly 101 you begin again at zero.`,
};

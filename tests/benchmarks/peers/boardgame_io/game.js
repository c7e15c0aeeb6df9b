// Crazy Eights for two, as ours under its default options: one deck, seven cards, up to five draws, then a pass.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const SUITS = "CDHS";
const RANKS = "23456789TJQKA";
const DRAWS = 5;
const PLAYS = 100;

const fits = (G, card) => card[0] === "8" || card[0] === G.top[0] || card[1] === G.suit;

function setup({ random }) {
  const deck = random.Shuffle([...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit)));
  // An eight is not turned up as the first card.
  const first = deck.findIndex((card) => card[0] !== "8");
  const [top] = deck.splice(first, 1);
  const players = { 0: { hand: deck.splice(0, 7) }, 1: { hand: deck.splice(0, 7) } };
  return {
    secret: { stock: deck },
    players,
    cards: [7, 7],
    stock: deck.length,
    discards: [top],
    top,
    suit: top[1],
    draws: 0,
    passes: 0,
  };
}

function play({ G, playerID, events }, card, suit) {
  const { hand } = G.players[playerID];
  if (!hand.includes(card) || !fits(G, card) || (card[0] === "8") !== Boolean(suit)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.discards.push(card);
  G.top = card;
  G.suit = suit || card[1];
  G.cards[playerID] -= 1;
  G.draws = G.passes = 0;
  if (hand.length === 0 || G.discards.length > PLAYS) events.endGame({ winner: playerID });
  else events.endTurn();
}

function draw({ G, playerID }) {
  if (G.stock === 0 || G.draws === DRAWS) return INVALID_MOVE;
  G.players[playerID].hand.push(G.secret.stock.pop());
  G.cards[playerID] += 1;
  G.stock -= 1;
  G.draws += 1;
}

function pass({ G, events }) {
  if (G.stock !== 0 && G.draws < DRAWS) return INVALID_MOVE;
  G.draws = 0;
  G.passes = G.stock === 0 ? G.passes + 1 : 0;
  if (G.passes > 2) events.endGame({});
  else events.endTurn();
}

// What a client does: the moves that it finds in what it sees.
function legalMoves(G, playerID) {
  const plays = G.players[playerID].hand
    .filter((card) => fits(G, card))
    .flatMap((card) => (card[0] === "8" ? [...SUITS].map((suit) => ["play", card, suit]) : [["play", card]]));
  return plays.length ? plays : [[G.stock !== 0 && G.draws < DRAWS ? "draw" : "pass"]];
}

const CrazyEights = { name: "crazy-eights", minPlayers: 2, maxPlayers: 2, setup, moves: { play, draw, pass }, playerView: PlayerView.STRIP_SECRETS };

module.exports = { CrazyEights, legalMoves };

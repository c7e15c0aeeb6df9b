/**
 * The place of every card, from the first shuffle to the end: each card that is dealt, turned up or drawn must be the next
 * one of the stock, and each shuffle must be the one that follows from seed and nonces. It knows the deck and the deal of
 * the ruleset, but not the rules of play, so it does not check how many cards a seat had to draw, or whether a shuffle was
 * due; docs/check_fairness.py does that.
 */
import type { GameEvent } from "../../api/types";
import { Unfair } from "./chain";
import { type Generator, shuffled } from "./chance";
import type { Rules } from "./rules";

type Data = Record<string, unknown>;
type Move = (data: Data, seat: number, version: number) => void | Promise<void>;

export class Cards {
  /** How many random acts there were. */
  acts = 0;
  private isNewDeal = false;
  private stock: string[] = [];
  private discards: string[] = [];
  private hands: string[][];
  private active: number[] = [];
  private blind: { seat: number; card: string } | null = null;
  private dealer = 0;
  private deals = 0;
  /** Who won and lost the last deal. */
  private winner: number | null = null;
  private loser: number | null = null;
  /** The seats that get no cards any more. */
  private readonly out = new Set<number>();
  /** How many deals each seat has lost. */
  private readonly lost: number[];

  constructor(
    private readonly seats: number,
    private readonly rules: Rules,
    private readonly chance: (act: number) => Promise<Generator>,
  ) {
    this.hands = Array.from({ length: seats }, () => []);
    this.lost = Array<number>(seats).fill(0);
  }

  /** Apply the next event. Throws Unfair if it is impossible. */
  async follow({ type, data, seat, version }: GameEvent): Promise<void> {
    const isAct = data.act !== undefined && data.act !== null;
    const move = this.moves[type];
    if (isAct && !ACTS.has(type)) throw new Unfair(version);
    await move?.(data, seat ?? -1, version);
  }

  private readonly moves: Readonly<Record<string, Move>> = {
    "game-started": async (data, _, version) => {
      const drawn = await (await this.act(data, version)).below(this.seats);
      if (data.dealer !== drawn) throw new Unfair(version);
      this.dealer = drawn;
    },
    "deal-began": (data, _, version) => {
      const seats = this.hands.flatMap((_hand, seat) => (this.out.has(seat) ? [] : [seat]));
      const dealer = this.deals > 0 ? this.nextDealer(seats) : this.dealer;
      this.deals += 1;
      const due = JSON.stringify([this.deals, dealer, this.rules.direction, seats]);
      if (JSON.stringify([data.deal, data.dealer, data.direction, data.seats]) !== due) throw new Unfair(version);
      this.hands = this.hands.map(() => []);
      [this.active, this.dealer] = [seats, dealer];
      [this.stock, this.discards, this.blind, this.isNewDeal] = [[], [], null, true];
    },
    "stock-shuffled": async (data, _, version) => {
      const lay = this.isNewDeal ? this.rules.deck : this.stock;
      this.isNewDeal = false;
      this.stock = await this.shuffle(data, lay, version);
    },
    "stock-cut": (data, _, version) => {
      const cards = data.cards as string[];
      const first = (data.positions as number[])[0] ?? 0;
      const isRun = (data.positions as number[]).length === 1;
      const lay = isRun
        ? this.stock.slice(first - 1, first - 1 + cards.length)
        : (data.positions as number[]).map((position) => this.stock[position - 1]);
      if (cards.join() !== lay.join()) throw new Unfair(version);
    },
    "cards-kept": (data, seat, version) => {
      this.stock = without(this.stock, data.cards as string[], version);
      this.hand(seat, version).push(...(data.cards as string[]));
    },
    "cards-dealt": (data, _, version) => {
      const dealt = data.hands as string[][];
      const order = this.order();
      const hands = Array.from({ length: this.seats }, (): (string | undefined)[] => []);
      for (let round = 0; order.some((seat) => round < this.size(seat)); round += 1) {
        for (const seat of order) if (round < this.size(seat)) hands[seat]?.push(this.stock.shift());
      }
      if (JSON.stringify(hands) !== JSON.stringify(dealt)) throw new Unfair(version);
      dealt.forEach((cards, seat) => void this.hands[seat]?.push(...cards));
    },
    "up-card-turned": (data, _, version) => {
      this.discards.push(...this.take([data.card as string], version));
    },
    "up-card-put-back": (data, _, version) => {
      if (this.discards.pop() !== data.card) throw new Unfair(version);
      this.stock.push(data.card as string);
    },
    "cards-drawn": (data, seat, version) => {
      this.hand(seat, version).push(...this.take(data.cards as string[], version));
    },
    "stock-replenished": async (data, _, version) => {
      const top = this.discards.pop();
      if (this.stock.length > 0 || top === undefined) throw new Unfair(version);
      this.stock = await this.shuffle(data, this.discards, version);
      this.discards = [top];
    },
    "cards-played": (data, seat, version) => {
      this.lay(data.cards as string[], seat, version);
      this.discards.push(...(data.cards as string[]));
    },
    "card-laid-blind": (data, seat, version) => {
      this.lay([data.card as string], seat, version);
      this.blind = { seat, card: data.card as string };
    },
    challenged: (data, _, version) => {
      if (this.blind?.card !== data.card) throw new Unfair(version);
      if (data.truthful || !this.blind) return;
      this.hand(this.blind.seat, version).push(this.blind.card);
      this.blind = null;
    },
    "claim-stood": (_, __, version) => {
      if (!this.blind) throw new Unfair(version);
      this.discards.push(this.blind.card);
      this.blind = null;
    },
    "seat-went-out": (_, seat, version) => {
      if (this.hand(seat, version).length > 0) throw new Unfair(version);
      this.active = this.active.filter((one) => one !== seat);
    },
    "seat-resigned": async (data, seat, version) => {
      const isActive = this.active.includes(seat);
      const held = isActive ? [...this.hand(seat, version)] : [];
      if (isActive && this.blind?.seat === seat) {
        held.push(this.blind.card);
        this.blind = null;
      }
      if ((data.act !== null) !== held.length > 0) throw new Unfair(version);
      if (held.length > 0) this.stock.push(...(await this.shuffle(data, held, version)));
      if (isActive) this.hands[seat] = [];
      this.out.add(seat);
      this.active = this.active.filter((one) => one !== seat);
    },
    "seat-eliminated": (_, seat) => void this.out.add(seat),
    "deal-lost": (_, seat) => {
      this.lost[seat] = (this.lost[seat] ?? 0) + 1;
    },
    "deal-ended": (data, _, version) => {
      const shown = data.hands as string[][];
      if (shown.some((hand, seat) => !isSame(hand, this.hand(seat, version)))) throw new Unfair(version);
      [this.winner, this.loser] = [data.winner as number | null, data.loser as number | null];
    },
  };

  /** Return who deals the next deal, of the seats that are still in the game. */
  private nextDealer(seats: readonly number[]): number {
    const { byDealsLost, dealer, direction } = this.rules;
    if (byDealsLost && this.loser === null && seats.includes(this.dealer)) return this.dealer;
    if (dealer === "loser" && this.loser !== null && seats.includes(this.loser)) return this.loser;
    if (dealer === "before_winner" && this.winner !== null) return this.after(this.winner, -direction, seats);
    return this.after(this.dealer, direction, seats);
  }

  /** Return the first of some seats after one of the table. */
  private after(seat: number, step: number, seats: readonly number[]): number {
    let next = seat;
    do next = (next + step + this.seats) % this.seats;
    while (next !== seat && !seats.includes(next));
    return next;
  }

  /** Return the seats in the order in which they get cards: the dealer comes last. */
  private order(): number[] {
    let seat = this.dealer;
    return this.active.map(() => {
      seat = this.after(seat, this.rules.direction, this.active);
      return seat;
    });
  }

  /** Return how many cards a seat is dealt. */
  private size(seat: number): number {
    const less = this.rules.isLess ? (this.lost[seat] ?? 0) : 0;
    return Math.max(1, this.rules.hand - less) - Number(this.rules.isFromDealer && seat === this.dealer);
  }

  private hand(seat: number, version: number): string[] {
    const hand = this.hands[seat];
    if (!hand) throw new Unfair(version);
    return hand;
  }

  private act(data: Data, version: number): Promise<Generator> {
    this.acts += 1;
    if (data.act !== this.acts) throw new Unfair(version);
    return this.chance(this.acts);
  }

  private async shuffle(data: Data, lay: readonly string[], version: number): Promise<string[]> {
    const cards = data.cards as string[];
    if (!isSame(cards, lay)) throw new Unfair(version);
    const follows = await shuffled(lay, await this.act(data, version));
    if (cards.join() !== follows.join()) throw new Unfair(version);
    return follows;
  }

  private take(cards: readonly string[], version: number): string[] {
    const taken = this.stock.splice(0, cards.length);
    if (taken.join() !== cards.join()) throw new Unfair(version);
    return taken;
  }

  private lay(cards: readonly string[], seat: number, version: number): void {
    this.hands[seat] = without(this.hand(seat, version), cards, version);
  }
}

const ACTS: ReadonlySet<string> = new Set(["game-started", "stock-shuffled", "stock-replenished", "seat-resigned"]);
/** The types of random acts. */

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

/** Return cards without some of them. Throws Unfair if one of those is not there. */
function without(cards: readonly string[], gone: readonly string[], version: number): string[] {
  const left = [...cards];
  for (const card of gone) {
    const place = left.indexOf(card);
    if (place < 0) throw new Unfair(version);
    left.splice(place, 1);
  }
  return left;
}

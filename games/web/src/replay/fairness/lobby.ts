/** The seats before the game starts, and their nonces. The rules are those of `Lobby` in docs/check_fairness.py. */
import type { GameEvent } from "../../api/types";
import { Unfair } from "./chain";

interface Sitter {
  source: string;
  player: string;
  seal: string;
  nonce: string;
  version: number;
  /** When the nonce became known. */
  openedAt: number;
}

type Data = Record<string, unknown>;
type Move = (data: Data, seat: number, version: number) => void;

export class Lobby {
  /** Who sits in each seat, with the nonces as far as they are open. */
  readonly sitters: (Sitter | null)[];
  /** Every nonce that was opened, and the seal that it must have. */
  readonly openings: { nonce: string; seal: string; version: number }[] = [];
  /** The version of the last call to open the nonces. */
  calledAt = 0;
  /** Whether nonces were opened and voided, and whether one of them was sealed again. */
  isVoided = false;
  isReused = false;
  private readonly isSealed: boolean;
  private called: unknown = "";
  /** Whether open nonces still count although a seat is empty. */
  private isVoid = false;
  private isStarted = false;
  private isClosed = false;
  private readonly known = new Set<string>();

  /** Follow the seats to the start. Throws Unfair at the first event that is impossible. */
  constructor([opened, ...events]: readonly GameEvent[]) {
    const { seats, terms } = (opened as GameEvent).data as { seats: number; terms: { sealed?: boolean } };
    this.sitters = Array<Sitter | null>(seats).fill(null);
    this.isSealed = terms.sealed === true;
    for (const { type, data, seat, version } of events) {
      const move = this.moves[type];
      // Whoever gives a nonce after the first random act knows what it leads to.
      must(this.isStarted === !move, version);
      if (!move) continue;
      must(!this.isClosed && (!this.isVoid || type === "nonces-voided" || type === "seat-forfeited"), version);
      move(data, seat ?? -1, version);
    }
  }

  private readonly moves: Readonly<Record<string, Move>> = {
    "game-opened": (_, __, version) => must(false, version),
    "seat-taken": (data, seat, version) => {
      must(this.sitters[seat] === null, version);
      const { bot, nonce_source: source, player, seal, nonce } = data as Record<string, string>;
      const isOwn = source === "own";
      must(isOwn ? !bot : source === "house", version);
      must((isOwn && this.isSealed) === Boolean(seal) && Boolean(nonce) !== Boolean(seal), version);
      this.sitters[seat] = { source, player, seal, nonce, version, openedAt: version } as Sitter;
      this.called = "";
    },
    "seat-left": (_, seat, version) => this.leave(seat, version),
    "seat-forfeited": (_, seat, version) => {
      const { source, seal, nonce } = this.sitter(seat, version);
      must(Boolean(this.called) && source === "own" && !(this.called === "open" ? nonce : seal), version);
      this.leave(seat, version);
    },
    "nonces-called": ({ ask, seats }, _, version) => {
      const own = this.own(() => true);
      const unsealed = this.own(({ seal }) => !seal);
      const due = unsealed.length > 0 ? ["seal", unsealed] : ["open", own];
      must(this.isSealed && this.isFull && isSame([ask, seats], due), version);
      [this.called, this.calledAt] = [ask, version];
    },
    "nonce-sealed": (data, seat, version) => {
      const sitter = this.sitter(seat, version);
      must(!sitter.seal && this.called !== "open", version);
      sitter.seal = String(data.seal);
    },
    "nonce-opened": (data, seat, version) => {
      const sitter = this.sitter(seat, version);
      must(this.called === "open" && this.isFull && !sitter.nonce, version);
      [sitter.nonce, sitter.openedAt] = [String(data.nonce), version];
      this.openings.push({ nonce: sitter.nonce, seal: sitter.seal, version });
      this.isReused ||= this.known.has(sitter.nonce);
    },
    "nonces-voided": ({ seats }, _, version) => {
      const opened = this.opened;
      must(this.isVoid && isSame(seats, opened), version);
      for (const seat of opened) {
        const sitter = this.sitter(seat, version);
        this.known.add(sitter.nonce);
        [sitter.nonce, sitter.seal] = ["", ""];
      }
      [this.called, this.isVoid, this.isVoided] = ["", false, true];
    },
    "table-closed": ({ cause }, _, version) => {
      must(!this.isFull && (cause !== "empty" || !this.sitters.some((sitter) => sitter?.player)), version);
      this.isClosed = true;
    },
    "game-started": (_, __, version) => {
      must(
        this.sitters.every((sitter) => sitter?.nonce),
        version,
      );
      this.isStarted = true;
    },
  };

  private leave(seat: number, version: number): void {
    const { seal, nonce } = this.sitter(seat, version);
    if (seal && nonce) this.known.add(nonce);
    this.sitters[seat] = null;
    this.isVoid = this.called === "open" && this.opened.length > 0;
  }

  private get isFull(): boolean {
    return !this.sitters.includes(null);
  }

  private get opened(): number[] {
    return this.own(({ nonce }) => nonce !== "");
  }

  /** Return the seats with nonces of their own that fit. */
  private own(fits: (sitter: Sitter) => boolean): number[] {
    return this.sitters.flatMap((sitter, seat) => (sitter?.source === "own" && fits(sitter) ? [seat] : []));
  }

  private sitter(seat: number, version: number): Sitter {
    const sitter = this.sitters[seat];
    if (!sitter) throw new Unfair(version);
    return sitter;
  }
}

function must(holds: boolean, version: number): void {
  if (!holds) throw new Unfair(version);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

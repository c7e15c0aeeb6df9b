/**
 * A game to look back at: its tables, events and lines, fetched page by page as they are needed, and the place at which
 * it is shown. Each table comes from the API, so that the page folds nothing and shows no more than the service says.
 */
import { batch, computed, signal } from "@preact/signals";
import { api, body, isOffline, Refused } from "../api/client";
import type { DigestLine, GameEvent, PastTable, Table } from "../api/types";
import type { Sight } from "../table/flights";
import { firstDeal, nextStop, previousStop } from "./stops";

export type Animate = (
  event: GameEvent,
  from: PastTable,
  to: PastTable,
  speed: number,
  sight: Sight,
) => Promise<unknown>;

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAGE = 100;
const AHEAD = 30;
/** How many versions before the end of a page the next one is fetched. */
const THINKING = 650;
/** Milliseconds between two moves at the speed 1. */
const SITTING_DOWN = 120;
/** The same before the game begins, when nothing happens that one would look at. */

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Page {
  tables: PastTable[];
  events: GameEvent[];
}

export class Tape {
  /** The newest table, with what belongs to the whole game. */
  readonly game = signal<Table | null>(null);
  readonly shown = signal<PastTable | null>(null);
  readonly lines = signal<DigestLine[]>([]);
  readonly fault = signal<Refused | null>(null);
  readonly isLost = signal(false);
  readonly isPlaying = signal(false);
  readonly speed = signal<number>(1);
  /** The seat whose cards lie at the bottom, or null for those who look on while a game runs. */
  readonly seat = signal<number | null>(null);
  /** Whether the cards of all seats lie open. This is possible only when the game is over. */
  readonly isOpen = signal(false);
  readonly version = computed(() => this.shown.value?.version ?? 0);
  readonly last = computed(() => this.game.value?.version ?? 0);
  /** The versions at which a step stops: those that have a line. */
  readonly stops = computed(() => this.lines.value.map(({ version }) => version));

  private readonly pages = new Map<string, Promise<Page>>();
  private animate: Animate = () => Promise.resolve();
  private run = 0;
  private isClosed = false;

  constructor(readonly id: string) {}

  animateWith(animate: Animate): void {
    this.animate = animate;
  }

  /** Fetch the game, and show it at a version: by default when the cards of the first deal are on the table. */
  async open(version: number | null): Promise<void> {
    try {
      const game = await body(api.GET("/api/v1/games/{game}", { params: { path: { game: this.id } } }));
      batch(() => {
        this.game.value = game;
        this.isOpen.value = game.status === "over";
        this.seat.value = game.you?.seat ?? (game.status === "over" ? 0 : null);
      });
      let cursor = await this.fetchLines("0");
      await this.go(version ?? firstDeal(this.lines.value));
      while (cursor && !this.isClosed) cursor = await this.fetchLines(cursor);
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.isClosed = true;
    this.pause();
  }

  /** Show the table at a version, as near as there is one. */
  async go(version: number): Promise<void> {
    this.pause();
    await this.show(version);
  }

  /** Go to the next or the previous thing that happened. */
  async step(forward: boolean): Promise<void> {
    const now = this.version.value;
    if (!forward) return this.go(previousStop(this.stops.value, now));
    const run = this.pause();
    await this.advance(run, Math.min(nextStop(this.stops.value, now), this.last.value), 2);
  }

  /** Play on from here, or from the start when this is the end. */
  async play(): Promise<void> {
    const run = this.pause();
    this.isPlaying.value = true;
    if (this.version.value >= this.last.value) await this.show(1);
    while (run === this.run && this.version.value < this.last.value) {
      const isDone = await this.advance(run, nextStop(this.stops.value, this.version.value), this.speed.value);
      if (!isDone) return;
      await wait((this.shown.value?.status === "waiting" ? SITTING_DOWN : THINKING) / this.speed.value);
    }
    if (run === this.run) this.isPlaying.value = false;
  }

  /** Stop playing. Returns the number of the next run, which ends when this is called again. */
  pause(): number {
    this.isPlaying.value = false;
    this.run += 1;
    return this.run;
  }

  /** Look from another seat, or with other cards open. */
  async look(seat: number | null, isOpen: boolean): Promise<void> {
    const version = this.version.value;
    batch(() => {
      this.seat.value = seat;
      this.isOpen.value = isOpen;
    });
    await this.go(version);
  }

  private async advance(run: number, until: number, speed: number): Promise<boolean> {
    while (this.version.value < Math.min(until, this.last.value)) {
      const from = this.shown.value;
      const next = this.version.value + 1;
      try {
        const { tables, events } = await this.pageOf(next);
        const [table, event] = [tables[(next - 1) % PAGE], events[(next - 1) % PAGE]];
        if (run !== this.run || !table) return false;
        if (from && event) {
          await this.animate(event, from, table, speed, { own: this.seat.value, isOpen: this.isOpen.value });
        }
        if (run !== this.run) return false;
        this.shown.value = table;
      } catch (error) {
        this.fail(error);
        return false;
      }
    }
    return true;
  }

  private async show(version: number): Promise<void> {
    const run = this.run;
    const wanted = Math.max(1, Math.min(version, this.last.value));
    try {
      const { tables } = await this.pageOf(wanted);
      const table = tables[(wanted - 1) % PAGE];
      if (run === this.run && table) this.shown.value = table;
      this.isLost.value = false;
    } catch (error) {
      this.fail(error);
    }
  }

  /** Return the page with this version. Near its end the next one is fetched too. */
  private pageOf(version: number): Promise<Page> {
    const first = Math.floor((version - 1) / PAGE) * PAGE;
    if (version - first > PAGE - AHEAD && first + PAGE < this.last.value) void this.page(first + PAGE);
    return this.page(first);
  }

  private page(after: number): Promise<Page> {
    const isOver = this.game.value?.status === "over";
    const seat = isOver ? (this.isOpen.value ? "all" : String(this.seat.value)) : undefined;
    const key = `${after} ${seat}`;
    const kept = this.pages.get(key);
    if (kept) return kept;
    const fetched = this.fetchPage(after, seat);
    this.pages.set(key, fetched);
    fetched.catch(() => this.pages.delete(key));
    return fetched;
  }

  private async fetchPage(after: number, seat: string | undefined): Promise<Page> {
    const path = { game: this.id };
    const query = { after, limit: PAGE };
    const [tables, events] = await Promise.all([
      body(
        api.GET("/api/v1/games/{game}/states", { params: { path, query: { ...query, ...(seat ? { seat } : {}) } } }),
      ),
      body(api.GET("/api/v1/games/{game}/events", { params: { path, query } })),
    ]);
    return { tables: tables.items, events: events.items };
  }

  /** Fetch a page of lines. Returns the cursor of the next one, or null after the last. */
  private async fetchLines(cursor: string): Promise<string | null> {
    const page = await body(
      api.GET("/api/v1/games/{game}/digest", {
        params: { path: { game: this.id }, query: { cursor: Number(cursor), limit: PAGE } },
      }),
    );
    this.lines.value = [...this.lines.value, ...page.items];
    return page.next_cursor;
  }

  private fail(error: unknown): void {
    this.pause();
    if (isOffline(error)) this.isLost.value = true;
    else if (error instanceof Refused) this.fault.value = error;
    else throw error;
  }
}

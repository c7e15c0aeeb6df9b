/**
 * One game as the page shows it. Events come in by the stream, and each version of the table from the API: the page folds
 * nothing by itself. The table shown is always one of these versions, and it moves on as fast as events can be shown.
 */
import { batch, computed, signal } from "@preact/signals";
import { type Answered, api, body, isOffline, Refused } from "../api/client";
import { keepTable, keptTable } from "../api/kept";
import { follow } from "../api/stream";
import type { DigestLine, GameEvent, MoveAnswer, PastTable, Table } from "../api/types";
import { keepReceipt } from "../replay/fairness/kept";
import * as outbox from "./outbox";

export interface Step {
  event: GameEvent;
  table: PastTable;
}
/** Shows an event on the way from one table to the next, and resolves when the next one may be drawn. */
export type Animate = (event: GameEvent, from: PastTable, to: PastTable, speed: number) => Promise<void>;
export type Connection = "connecting" | "live" | "lost";

const PAGE = 100;
const MOST_REPLAYED = 150;
/** Events since the last visit that are still worth showing one by one. */
const MOST_LINES = 400;
const RETRY = 4000;
/** Milliseconds after which a move is sent again, with its key. */

export class TableStore {
  readonly shown = signal<PastTable | null>(null);
  readonly lines = signal<DigestLine[]>([]);
  readonly connection = signal<Connection>("connecting");
  readonly draft = signal<outbox.Draft | null>(null);
  /** Whether the last attempt to send the move did not reach the service. */
  readonly isUnsent = signal(false);
  readonly isReplaying = signal(false);
  readonly refusal = signal<Refused | null>(null);
  readonly withdrawn = signal(false);
  readonly fault = signal<Refused | null>(null);
  readonly rematch = signal<string | null>(null);
  /** The difference between the clock of the service and that of the device, in milliseconds. */
  readonly skew = signal(0);
  /** Whether the table shown is the newest one, so that its moves can be made. */
  readonly isCurrent = computed(() => this.shown.value?.version === this.newest.value);

  private readonly newest = signal(0);
  private steps: Step[] = [];
  private readonly heard = new Map<number, GameEvent>();
  private hasBegun = false;
  private isPlaying = false;
  private isFetching = false;
  private isSending = false;
  private readonly abort = new AbortController();
  private linesFrom = -1;
  private animate: Animate = () => Promise.resolve();

  constructor(readonly id: string) {}

  /** Set how events are shown. */
  animateWith(animate: Animate): void {
    this.animate = animate;
  }

  /** Fetch the table, show what has happened since the last visit, and stay up to date until `close`. */
  async open(): Promise<void> {
    this.draft.value = outbox.waiting(this.id);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.shown.value = keptTable(this.id);
    await this.begin();
    if (this.fault.value) return;
    void this.listen();
  }

  /** Fetch the table, and show it, or what has led to it since the one that this device kept. */
  private async begin(): Promise<void> {
    try {
      const table = await this.fetchTable();
      const seen = this.shown.value?.version ?? table.version;
      if (seen < table.version && table.version - seen <= MOST_REPLAYED && table.status !== "over") {
        this.isReplaying.value = true;
        await this.fetchSteps(seen);
      } else this.show(table);
      this.hasBegun = true;
    } catch (error) {
      if (error instanceof Refused && !isOffline(error)) this.fault.value = error;
      else {
        // The kept table is the newest one that there is: a move can be made at it, and waits.
        this.newest.value = Math.max(this.newest.value, this.shown.value?.version ?? 0);
        this.connection.value = "lost";
      }
      return;
    }
    void this.sendDraft();
  }

  close(): void {
    this.abort.abort();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
  }

  /** Go to the newest table at once. */
  skip(): void {
    const last = this.steps.at(-1);
    this.steps = [];
    if (last) this.show(last.table);
    this.isReplaying.value = false;
  }

  /** Make a move. Without a network it waits on this device, and is sent with the same key later. */
  async move(notation: string): Promise<void> {
    this.skip();
    const table = this.shown.value;
    if (!table || this.draft.value) return;
    this.refusal.value = null;
    this.withdrawn.value = false;
    this.draft.value = outbox.put(this.id, table.turn, notation);
    await this.sendDraft();
  }

  /** Take back a move that has not reached the service. */
  takeBack(): void {
    this.settle();
  }

  /** Send something else than a move, such as a vote or a resignation. A refusal is shown like that of a move. */
  async act(request: Promise<Answered<MoveAnswer>>): Promise<void> {
    this.refusal.value = null;
    try {
      this.hear((await body(request)).events);
    } catch (error) {
      if (isOffline(error)) this.connection.value = "lost";
      else if (error instanceof Refused) this.refusal.value = error;
      else throw error;
    }
    await this.catchUp();
  }

  /** Ask why a move is not legal, and show the answer. Nothing is played. */
  async explain(notation: string): Promise<void> {
    const turn = this.shown.value?.turn ?? 0;
    try {
      await body(
        api.POST("/api/v1/games/{game}/moves/check", {
          params: { path: { game: this.id } },
          body: { turn, move: notation },
        }),
      );
    } catch (error) {
      if (error instanceof Refused && !isOffline(error)) this.refusal.value = error;
      else if (!isOffline(error)) throw error;
    }
  }

  /** Fetch what is new: after an answer, or when somebody has done something that the stream does not say. */
  async refresh(): Promise<void> {
    const table = await this.fetchTable();
    if (table.version === this.shown.value?.version) this.show(table);
    else await this.fetchSteps(this.shown.value?.version ?? table.version);
  }

  private readonly wake = (): void => {
    if (document.visibilityState === "visible" && !this.abort.signal.aborted) void this.sendDraft();
  };

  private async listen(): Promise<void> {
    await follow(
      `/api/v1/games/${this.id}/stream`,
      ({ name, data }) => {
        if (name === "end") return;
        this.hear([data as GameEvent]);
        void this.catchUp();
      },
      {
        signal: this.abort.signal,
        after: () => this.newest.value,
        onState: (isOpen) => {
          this.connection.value = isOpen ? "live" : "lost";
          if (isOpen) void (this.hasBegun ? this.sendDraft() : this.begin());
        },
      },
    );
  }

  private hear(events: readonly GameEvent[]): void {
    for (const event of events) this.heard.set(event.version, event);
  }

  private async sendDraft(): Promise<void> {
    const draft = this.draft.value;
    if (!draft || this.isSending) return;
    this.isSending = true;
    try {
      const answer = await body(
        api.POST("/api/v1/games/{game}/moves", {
          params: { path: { game: this.id }, header: { "Idempotency-Key": draft.key } },
          body: { turn: draft.turn, move: draft.move },
        }),
      );
      this.settle();
      this.hear(answer.events);
    } catch (error) {
      if (isOffline(error)) {
        this.isUnsent.value = true;
        setTimeout(this.wake, RETRY);
        return;
      }
      this.settle();
      if (!(error instanceof Refused)) throw error;
      if (error.problem.code === "turn_moved_on" || error.problem.code === "time_is_up") this.withdrawn.value = true;
      else this.refusal.value = error;
    } finally {
      // Before the next tables are fetched: the person may move again meanwhile.
      this.isSending = false;
    }
    await this.catchUp();
  }

  private settle(): void {
    outbox.drop(this.id);
    this.isUnsent.value = false;
    this.draft.value = null;
  }

  private async catchUp(): Promise<void> {
    const known = this.steps.at(-1)?.table.version ?? this.shown.value?.version ?? 0;
    if (this.isFetching || !this.shown.value || ![...this.heard.keys()].some((version) => version > known)) return;
    await this.fetchSteps(known);
  }

  /** Fetch the tables after a version, with the events that lead to them, and show them one after the other. */
  private async fetchSteps(known: number): Promise<void> {
    this.isFetching = true;
    let after = known;
    try {
      for (let isMore = true; isMore; ) {
        const path = { game: this.id };
        const { items } = await body(
          api.GET("/api/v1/games/{game}/states", { params: { path, query: { after, limit: PAGE } } }),
        );
        if (items.some(({ version }) => !this.heard.has(version))) {
          const events = await body(
            api.GET("/api/v1/games/{game}/events", { params: { path, query: { after, limit: PAGE } } }),
          );
          this.hear(events.items);
        }
        for (const table of items) {
          const event = this.heard.get(table.version);
          if (event) this.steps.push({ event, table });
          this.heard.delete(table.version);
          after = table.version;
        }
        this.newest.value = Math.max(this.newest.value, after);
        isMore = items.length === PAGE;
      }
    } catch (error) {
      // The stream breaks off too, and brings these events once more when it stands again.
      if (isOffline(error)) return;
      throw error;
    } finally {
      this.isFetching = false;
    }
    for (const version of this.heard.keys()) if (version <= after) this.heard.delete(version);
    void this.play();
    void this.catchUp();
  }

  /** Show the steps that wait. The last table comes from the API once more, with its moves and lines. */
  private async play(): Promise<void> {
    if (this.isPlaying) return;
    this.isPlaying = true;
    try {
      for (let step = this.steps[0]; step; step = this.steps[0]) {
        const from = this.shown.value;
        const speed = this.isReplaying.value || this.steps.length > 8 ? 2 : 1;
        if (from && document.visibilityState === "visible") await this.animate(step.event, from, step.table, speed);
        if (this.steps[0] !== step) continue;
        this.steps.shift();
        this.show(step.table);
      }
    } finally {
      this.isPlaying = false;
      this.isReplaying.value = false;
    }
    try {
      await this.fetchTable();
    } catch (error) {
      if (!isOffline(error)) throw error;
    }
  }

  private show(table: PastTable): void {
    batch(() => {
      this.shown.value = table;
      this.newest.value = Math.max(this.newest.value, table.version);
    });
    keepTable(table);
  }

  /** Fetch the newest table and the lines that are new, and show it if nothing waits to be shown before it. */
  private async fetchTable(): Promise<Table> {
    const since = Math.max(0, this.linesFrom);
    const table = await body(
      api.GET("/api/v1/games/{game}", { params: { path: { game: this.id }, query: { since } } }),
    );
    const lines = table.digest?.items ?? [];
    const last = lines.at(-1)?.version ?? since;
    this.lines.value = [...this.lines.value, ...lines.filter(({ version }) => version > this.linesFrom)].slice(
      -MOST_LINES,
    );
    this.linesFrom = table.digest?.next_cursor ? last : table.version;
    this.skew.value = Date.parse(table.server_time) - Date.now();
    this.rematch.value = table.rematch;
    if (table.you && table.status === "playing") keepReceipt(table.receipt);
    if (table.version === this.shown.value?.version) this.show(table);
    if (table.digest?.next_cursor) await this.fetchMoreLines(table.digest.next_cursor);
    return table;
  }

  private async fetchMoreLines(first: string): Promise<void> {
    for (let cursor: string | null = first; cursor; ) {
      const page: { items: DigestLine[]; next_cursor: string | null } = await body(
        api.GET("/api/v1/games/{game}/digest", {
          params: { path: { game: this.id }, query: { cursor: Number(cursor), limit: PAGE } },
        }),
      );
      this.lines.value = [...this.lines.value, ...page.items].slice(-MOST_LINES);
      this.linesFrom = Math.max(this.linesFrom, page.items.at(-1)?.version ?? 0);
      cursor = page.next_cursor;
    }
  }
}

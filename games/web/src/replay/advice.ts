/** The analysis of a game: what is known of it so far, and what is still awaited. */
import { batch, signal } from "@preact/signals";
import { api, body, isOffline, Refused } from "../api/client";
import { ensureAccount } from "../api/session";
import type { AnalysedDecision, Analysis } from "../api/types";
import { placeOf } from "./hash";

const PAUSE = 1000;
/** Milliseconds between two questions while the expert thinks. */

export class Advice {
  readonly decisions = signal<readonly AnalysedDecision[]>([]);
  /** How far the analysis is, without its decisions; null until the first answer. */
  readonly progress = signal<Analysis | null>(null);
  readonly fault = signal<Refused | null>(null);
  readonly isLost = signal(false);

  private isFollowed = false;
  private timer = 0;

  constructor(readonly id: string) {}

  /** Ask again and again until the analysis is done, or until `leave`. */
  follow(): void {
    this.isFollowed = true;
    void this.next();
  }

  leave(): void {
    this.isFollowed = false;
    clearTimeout(this.timer);
  }

  /** Ask the expert. Whoever has no account gets one of a guest. */
  async ask(): Promise<void> {
    await this.attempt(async () => {
      await ensureAccount();
      const { code } = placeOf(location.hash);
      const answer = api.POST("/api/v1/games/{game}/analysis", {
        params: { path: { game: this.id }, ...(code ? { header: { "Share-Code": code } } : {}) },
      });
      this.take(await body(answer), 0);
    });
    this.follow();
  }

  private async next(): Promise<void> {
    clearTimeout(this.timer);
    await this.attempt(async () => {
      const after = this.decisions.peek().at(-1)?.version ?? 0;
      const answer = api.GET("/api/v1/games/{game}/analysis", {
        params: { path: { game: this.id }, query: { after } },
      });
      this.take(await body(answer), after);
    });
    const status = this.progress.peek()?.status;
    const isAwaited = this.isLost.peek() || status === "waiting" || status === "running";
    if (this.isFollowed && isAwaited) this.timer = window.setTimeout(() => void this.next(), PAUSE);
  }

  private take(found: Analysis, after: number): void {
    batch(() => {
      this.progress.value = found;
      const known = this.decisions.value.filter(({ version }) => version <= after);
      this.decisions.value = [...known, ...found.decisions];
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      batch(() => {
        this.isLost.value = false;
        this.fault.value = null;
      });
    } catch (error) {
      if (isOffline(error)) this.isLost.value = true;
      else if (error instanceof Refused) this.fault.value = error;
      else throw error;
    }
  }
}

/** Checks of a ruleset by the service: while the author types, with random deals, and for publication. */
import { signal } from "@preact/signals";
import { api, body, isOffline, Refused } from "../../api/client";
import type { components } from "../../api/schema";
import { ensureAccount } from "../../api/session";
import type { Body } from "./document";

type Schemas = components["schemas"];
export type Report = Schemas["RulesetReport"];
export type Published = Schemas["Variant"];

const QUIET = 900;
/** Milliseconds without a change before a text is checked. */
const BUSY = 5_000;
const LIMITED = 30_000;
const POLL = 1_000;

export type Status =
  | { is: "waiting" }
  | { is: "checking" }
  | { is: "checked"; report: Report }
  | { is: "failed"; why: string; isOffline: boolean };

/** Checks the last text, one at a time. A report of an older text is dropped. */
export class Checker {
  readonly status = signal<Status>({ is: "waiting" });
  #wanted: Body | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;

  /** Check a text when the author pauses. */
  want(wanted: Body): void {
    this.#wanted = wanted;
    this.status.value = { is: "waiting" };
    this.#later(QUIET);
  }

  /** Check nothing, because the text cannot be read. */
  stop(): void {
    this.#wanted = null;
    clearTimeout(this.#timer);
    this.status.value = { is: "waiting" };
  }

  #later(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), pause);
  }

  async #check(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    if (this.#isRunning) return this.#later(QUIET);
    this.#isRunning = true;
    this.status.value = { is: "checking" };
    try {
      await ensureAccount();
      const report = await body(api.POST("/api/v1/variants/check", { body: wanted as never }));
      if (this.#wanted === wanted) this.status.value = { is: "checked", report };
    } catch (error) {
      if (this.#wanted !== wanted) return;
      this.status.value = {
        is: "failed",
        why: error instanceof Error ? error.message : "",
        isOffline: isOffline(error),
      };
      if (error instanceof Refused && error.status === 429) this.#later(LIMITED);
      else if (error instanceof Refused && error.status === 503) this.#later(BUSY);
      else if (isOffline(error)) this.#later(BUSY);
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Play random deals with a ruleset, and return the report. A worker does it, which may take a while. */
export async function playDeals(wanted: Body, deals: number, signal: AbortSignal): Promise<Report> {
  await ensureAccount();
  const ordered = await body(
    api.POST("/api/v1/variants/checks", { params: { query: { deals } }, body: wanted as never }),
  );
  for (;;) {
    const check = await body(
      api.GET("/api/v1/variants/checks/{check}", { params: { path: { check: ordered.id } }, signal }),
    );
    if (check.report) return check.report;
    await pause(POLL, signal);
  }
}

/** Publish a ruleset. If its deals take long or the service is busy, a worker plays them first. Throws Refused. */
export async function publish(wanted: Body, signal: AbortSignal): Promise<Published> {
  await ensureAccount();
  for (let isPlayed = false; ; isPlayed = true) {
    try {
      return await body(api.POST("/api/v1/variants", { body: wanted as never }));
    } catch (error) {
      if (!(error instanceof Refused) || !LATER.has(error.problem.code)) throw error;
    }
    if (isPlayed) await pause(BUSY, signal);
    else await playDeals(wanted, 1_000, signal);
  }
}

/** Problems of a publication that is only too early. */
const LATER = new Set(["busy", "not_checked_yet"]);

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}

import { readFileSync } from "node:fs";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { check, type Given, type Reason, reasonOf, VERDICTS } from "../src/replay/fairness/check";
import { because } from "../src/replay/fairness/verdicts";

interface Case {
  name: string;
  game: string;
  kept: Partial<Given["kept"]>;
  keys?: { keys: Given["keys"] };
  reason: Reason;
}

interface Shared {
  verdicts: Record<string, [string, string]>;
  ruleset: string;
  keys: { keys: Given["keys"] };
  games: Record<string, { fairness: Omit<Given["evidence"], "ruleset">; events: Given["events"] }>;
  cases: Case[];
}

/** The same cases test docs/check_fairness.py: tests/games/fairness/verdicts.py makes them. */
const SHARED = JSON.parse(
  readFileSync(new URL("../../../tests/games/fairness/verdicts.json", import.meta.url), "utf8"),
) as Shared;

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test("the verdicts and their reasons are those of the checker", () => {
  const { unread: _, ...theirs } = SHARED.verdicts;
  const ours = Object.entries(VERDICTS).map(([reason, verdict]) => [reason, [verdict, because(reason as Reason)]]);
  expect(ours).toEqual(Object.entries(theirs));
});

test.each(SHARED.cases)("$name", async ({ game, kept, keys, reason }) => {
  const { fairness, events } = SHARED.games[game] as Shared["games"][string];
  const given: Given = {
    evidence: { ...fairness, ruleset: SHARED.ruleset },
    events,
    keys: (keys ?? SHARED.keys).keys,
    kept: { seat: null, nonce: null, receipts: [], ...kept },
  };

  const steps = await check(given);

  expect([reasonOf(steps, given), steps.filter(({ state }) => state === "fails").length > 0]).toEqual([
    reason,
    reason === "wrong",
  ]);
});

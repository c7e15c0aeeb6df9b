/** The fairness check as a panel: every step with its result, and what they say together. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { api, body, isOffline, Refused } from "../../api/client";
import { account } from "../../api/session";
import type { GameEvent } from "../../api/types";
import { saveFile } from "../saving";
import { check, type Given, reasonOf, STEPS, type Step, type StepName, seatOf, VERDICTS } from "./check";
import { kept } from "./kept";
import { because, verdictName } from "./verdicts";

export function Fairness({ game }: { game: string }) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [given, setGiven] = useState<Given | null>(null);
  const [fault, setFault] = useState("");
  const [attempt, tryAgain] = useState(0);

  useEffect(() => {
    let isStale = false;
    setSteps([]);
    setFault("");
    void (async () => {
      try {
        const evidence = await evidenceOf(game);
        if (isStale) return;
        setGiven(evidence);
        await check(evidence, (step) => !isStale && setSteps((done) => [...done, step]));
      } catch (error) {
        if (isOffline(error)) setFault(t`There is no network.`);
        else if (error instanceof Refused) setFault(error.message);
        else throw error;
      }
    })();
    return () => {
      isStale = true;
    };
  }, [game, attempt]);

  // Browsers give hashes to pages that came over a safe connection only.
  if (!crypto.subtle) return <p class="empty-note">{t`Your browser checks this only over HTTPS.`}</p>;
  if (fault) {
    return (
      <div class="fairness" role="alert">
        <p>{fault}</p>
        <button type="button" onClick={() => tryAgain(attempt + 1)}>{t`Try again`}</button>
      </div>
    );
  }
  const isDone = steps.length === STEPS.length;
  return (
    <div class="fairness" aria-busy={!isDone}>
      <Verdict steps={steps} given={given} />
      <ol>
        {STEPS.map((name, place) => {
          const step = steps[place];
          return (
            <li key={name} class={step?.state ?? "waits"}>
              <Mark state={step?.state} />
              <span>{step ? sentence(step) : t`…`}</span>
            </li>
          );
        })}
      </ol>
      <p class="beyond">
        {t`Your browser has computed all of this by itself. It does not check whether the moves follow the rules, how many cards a seat had to draw, and whether a shuffle was due.`}{" "}
        <a href="/about">{t`How it works`}</a>
      </p>
      {given && (
        <button type="button" onClick={() => save(given)}>
          {t`Save the evidence`}
        </button>
      )}
    </div>
  );
}

async function evidenceOf(game: string): Promise<Given> {
  const path = { game };
  const [evidence, { keys }] = await Promise.all([
    body(api.GET("/api/v1/games/{game}/fairness", { params: { path } })),
    body(api.GET("/api/v1/keys")),
  ]);
  // A game that runs goes on meanwhile: only the events count that the evidence is about.
  const { version } = evidence.receipt;
  const events: GameEvent[] = [];
  for (let cursor: string | null = "0"; cursor !== null && events.length < version; ) {
    const query = { after: Number(cursor), limit: 100 };
    const page: { items: GameEvent[]; next_cursor: string | null } = await body(
      api.GET("/api/v1/games/{game}/events", { params: { path, query } }),
    );
    events.push(...page.items);
    cursor = page.next_cursor;
  }
  const seat = seatOf(events, account.value?.id ?? null);
  return { evidence, events: events.slice(0, version), keys, kept: kept(game, seat) };
}

/** Save what docs/check_fairness.py reads, too. */
function save({ evidence, events, kept: { seat, nonce, receipts } }: Given): void {
  const known = { ...(seat !== null && { seat }), ...(seat !== null && nonce !== null && { nonce }), receipts };
  saveFile("kept.json", "application/json", JSON.stringify(known));
  saveFile("fairness.json", "application/json", JSON.stringify(evidence));
  saveFile("events.ndjson", "application/x-ndjson", events.map((event) => `${JSON.stringify(event)}\n`).join(""));
}

function Verdict({ steps, given }: { steps: readonly Step[]; given: Given | null }) {
  if (!given || (steps.length < STEPS.length && steps.every(({ state }) => state !== "fails"))) {
    return (
      <p class="verdict" role="status">
        <b>{t`One moment …`}</b> {t`Your browser checks every card.`}
      </p>
    );
  }
  const reason = reasonOf(steps, given);
  return (
    <p class={`verdict ${reason}`} role="status">
      <b>{verdictName(VERDICTS[reason])}</b> {because(reason)}{" "}
      {reason === "wrong" && t`Save the evidence, and tell the others.`}
    </p>
  );
}

function Mark({ state }: { state: Step["state"] | undefined }) {
  const label = { holds: t`Checked`, fails: t`Wrong`, open: t`Not checked` };
  const path = { holds: "M4 12l6 6L20 6", fails: "M5 5l14 14M19 5L5 19", open: "M5 12h14" };
  return (
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label={state ? label[state] : t`One moment …`}>
      {state ? <path d={path[state]} /> : <circle cx="12" cy="12" r="2" />}
    </svg>
  );
}

function sentence({ name, state, version, count }: Step): string {
  const said = SENTENCES[name]()[state](count);
  return state === "fails" && version !== null ? t`${said} See version ${version}.` : said;
}

type Sentences = Record<Step["state"], (count: number) => string>;

/** What each step says. The sentences are made when they are shown, in the language of the page. */
const SENTENCES: Readonly<Record<StepName, () => Sentences>> = {
  chain: () => ({
    holds: (count) =>
      plural(count, {
        one: "# event forms an unbroken chain.",
        other: "# events form an unbroken chain.",
      }),
    fails: () => t`The chain of events is broken: something was changed, left out or added.`,
    open: () => t`The chain of events was not checked.`,
  }),
  receipt: () => ({
    holds: () => t`The service has signed the end of this chain.`,
    fails: () => t`The signature of the service does not belong to this game.`,
    open: () => t`The signature of the service could not be checked in this browser.`,
  }),
  kept: () => ({
    holds: (count) => t`Up to version ${count}, this is the game that you played: this device kept a receipt of it.`,
    fails: () => t`This is not the game that you played: this device kept another receipt.`,
    open: () => t`This device kept no receipt of this game.`,
  }),
  own: () => ({
    holds: () => t`Your seat has the nonce that this device kept.`,
    fails: () => t`Your seat does not have the nonce that this device kept.`,
    open: () => t`This device kept no nonce of yours in this game.`,
  }),
  seals: () => ({
    holds: () => t`What was hidden during the game is what is shown now.`,
    fails: () => t`What is shown now is not what was hidden during the game.`,
    open: () => t`What is hidden can be checked when the game is over.`,
  }),
  commitment: () => ({
    holds: () => t`The seed of all shuffles is the one to which the first event commits the service.`,
    fails: () => t`The seed is not the one that was fixed before the game.`,
    open: () => t`The seed stays secret until the game is over.`,
  }),
  nonces: () => ({
    holds: () => t`Every seat added a nonce before the first card, and those of the service follow from the seed.`,
    fails: () => t`The nonces of the seats are not those that they gave.`,
    open: () => t`The nonces of the service can be checked when the game is over.`,
  }),
  sealed: () => ({
    holds: () => t`The nonces were sealed, and each seat opened the one that it had sealed.`,
    fails: () => t`A seat opened another nonce than the one that it had sealed.`,
    open: () => t`No nonces were sealed: the service and whoever sat down last knew those of the others.`,
  }),
  ruleset: () => ({
    holds: () => t`The rules are those that were named at the start.`,
    fails: () => t`The rules are not those that were named at the start.`,
    open: () => t`The rules were not checked.`,
  }),
  cards: () => ({
    holds: (count) =>
      plural(count, {
        one: "# draw of chance came out as it had to, and every card came from the top of the stock.",
        other: "# draws of chance came out as they had to, and every card came from the top of the stock.",
      }),
    fails: () => t`A card or a shuffle does not follow from the seed and the nonces.`,
    open: () => t`Shuffles and cards can be checked when the game is over.`,
  }),
};

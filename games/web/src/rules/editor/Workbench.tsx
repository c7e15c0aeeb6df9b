/** The editor, and beside it what the service says of the text. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isOffline, Refused } from "../../api/client";
import { account } from "../../api/session";
import { ExamplePicture } from "../ExamplePicture";
import { Checker, type Published, publish, type Report, type Status } from "./checks";
import type { Schema } from "./completion";
import { Deals } from "./Deals";
import { bodyOf, examplesOf, read } from "./document";
import { lineOf } from "./places";
import { type Marked, TomlEditor } from "./TomlEditor";

interface Props {
  start: string;
  /** The text of somebody who begins again, if it is known. */
  fresh: string | null;
  pack: string;
  schema: Schema | null;
  onKeep: (text: string) => void;
}

export function Workbench({ start, fresh, pack, schema, onKeep }: Props) {
  const [begun, begin] = useState({ text: start });
  const [text, setText] = useState(start);
  const [goTo, go] = useState<{ line: number } | null>(null);
  const checker = useMemo(() => new Checker(), []);
  const found = useMemo(() => read(text), [text]);
  const sent = useMemo(() => found.tables && bodyOf(text, found.tables), [found, text]);
  useEffect(() => {
    if (sent) checker.want(sent);
    else checker.stop();
  }, [checker, sent]);
  useEffect(() => () => checker.stop(), [checker]);

  const status = checker.status.value;
  const report = status.is === "checked" ? status.report : null;
  const faults = useMemo(() => marks(text, found.fault, report), [text, found, report]);
  const drawn = found.tables ? examplesOf(found.tables) : [];
  return (
    <div class="workbench">
      <section class="writing" aria-label={t`Rules`}>
        <TomlEditor
          label={t`Rules in TOML`}
          start={begun}
          schema={schema}
          faults={faults}
          goTo={goTo}
          onChange={(next) => {
            setText(next);
            onKeep(next);
          }}
        />
        <p class="hint">
          {t`Ctrl + Space shows what you can write. Ctrl + / puts a # before a line or takes it away. Esc, then Tab, leaves the editor.`}{" "}
          {fresh !== null && text !== fresh && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                onKeep(fresh);
                setText(fresh);
                begin({ text: fresh });
              }}
            >
              {t`Begin again`}
            </button>
          )}
        </p>
      </section>
      <aside class="said" aria-label={t`What the service says`}>
        <Standing status={status} syntax={found.fault} report={report} faults={faults} onGo={(line) => go({ line })} />
        <Publication sent={sent} canPublish={report?.passed === true} />
        {drawn.length > 0 && (
          <section class="drawn">
            <h2>{t`Examples`}</h2>
            {drawn.map((example, at) => (
              <ExamplePicture
                key={example.id}
                example={example}
                pack={pack}
                faults={report?.examples[at]?.faults ?? null}
              />
            ))}
          </section>
        )}
        {sent && <Deals key={report?.hash ?? ""} sent={sent} canPlay={report?.passed === true} />}
      </aside>
    </div>
  );
}

/** Return the faults with their lines. A fault whose place the text does not have stands at its first line. */
function marks(text: string, syntax: Marked | null, report: Report | null): Marked[] {
  if (syntax) return [syntax];
  const own = report?.faults.map(({ place, why, line }) => ({
    line: line ?? lineOf(text, place) ?? 1,
    why: told(place, why),
  }));
  const failed = report?.examples.flatMap(({ faults }, at) =>
    faults.map((why) => ({ line: lineOf(text, placeOfFailure(at, why)) ?? 1, why })),
  );
  return [...(own ?? []), ...(failed ?? [])];
}

/** Return the place of what an example says and the rules do otherwise: a move that is refused, or what holds then. */
function placeOfFailure(example: number, why: string): string {
  return `examples[${example}].${why.startsWith("expected that") ? "moves" : "then"}`;
}

function told(place: string, why: string): string {
  return place ? `${place.replace(/^changes\./, "")}: ${why}` : why;
}

interface StandingProps {
  status: Status;
  syntax: Marked | null;
  report: Report | null;
  faults: readonly Marked[];
  onGo: (line: number) => void;
}

/** How the text stands: what is wrong with it, or that nothing is. */
function Standing({ status, syntax, report, faults, onGo }: StandingProps) {
  const isGood = report?.passed === true;
  return (
    <section class={`standing ${isGood ? "good" : faults.length > 0 ? "bad" : ""}`} aria-live="polite">
      <p class="verdict">{verdict(status, syntax, report, faults.length)}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ line, why }) => (
            <li key={`${line} ${why}`}>
              <button type="button" class="quiet" onClick={() => onGo(line)}>
                {t`Line ${line}`}
              </button>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function verdict(status: Status, syntax: Marked | null, report: Report | null, count: number): string {
  if (syntax) return t`This cannot be read yet.`;
  if (status.is === "failed") {
    return status.isOffline ? t`There is no network. Your text is kept on this device.` : status.why;
  }
  if (!report) return t`Checking …`;
  if (!report.finished) return t`The check took too long. Make the game simpler.`;
  if (count > 0) return plural(count, { one: "# fault", few: "# faults", many: "# faults", other: "# faults" });
  const held = report.examples.length;
  if (held === 0) return t`No faults.`;
  return plural(held, {
    one: "No faults, and the example holds.",
    few: "No faults, and # examples hold.",
    many: "No faults, and # examples hold.",
    other: "No faults, and # examples hold.",
  });
}

/** Publication, and what then can be done. */
function Publication({ sent, canPublish }: { sent: ReturnType<typeof bodyOf> | null; canPublish: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Published | null>(null);
  const [fault, setFault] = useState("");
  const leaving = useMemo(() => new AbortController(), []);
  useEffect(() => () => leaving.abort(), [leaving]);
  useEffect(() => {
    setDone(null);
    setFault("");
  }, [sent]);

  async function send(): Promise<void> {
    if (!sent) return;
    setBusy(true);
    setFault("");
    try {
      setDone(await publish(sent, leaving.signal));
    } catch (error) {
      if (leaving.signal.aborted) return;
      setFault(error instanceof Refused ? refusal(error) : isOffline(error) ? t`There is no network.` : String(error));
    } finally {
      setBusy(false);
    }
  }

  if (done) {
    return (
      <section class="published-now" role="status">
        <h2>{t`${done.name} is published`}</h2>
        <p>{t`Everybody can play it now. It never changes: if you publish again, that is a new edition.`}</p>
        <div class="row">
          <a class="button primary" href={`/new?variant=${done.key}`}>{t`Play`}</a>
          <a class="button" href={`/v/${done.key}`}>{t`See the rules`}</a>
        </div>
      </section>
    );
  }
  return (
    <section class="publication">
      <button type="button" class="primary" disabled={!canPublish || isBusy} onClick={() => void send()}>
        {isBusy ? t`Playing 1,000 deals …` : t`Publish`}
      </button>
      <p class="faint">
        {account.value
          ? t`Before that, the service plays 1,000 random deals with your rules.`
          : t`You publish as a guest. Nobody has to fill in a form.`}
      </p>
      {fault && <p role="alert">{fault}</p>}
    </section>
  );
}

function refusal({ problem, message }: Refused): string {
  const report = problem.report;
  const why = report?.faults[0]?.why ?? report?.deals?.troubles[0]?.what;
  return why ? `${message} ${why}` : message;
}

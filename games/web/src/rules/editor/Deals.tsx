/** Random deals with the rules, and what they show. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isOffline } from "../../api/client";
import { language } from "../../i18n";
import { playDeals, type Report } from "./checks";
import type { Body } from "./document";

const DEALS = 300;

export function Deals({ sent, canPlay }: { sent: Body; canPlay: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const [fault, setFault] = useState("");
  const leaving = useMemo(() => new AbortController(), []);
  useEffect(() => () => leaving.abort(), [leaving]);

  async function play(): Promise<void> {
    setBusy(true);
    setFault("");
    try {
      setReport(await playDeals(sent, DEALS, leaving.signal));
    } catch (error) {
      if (leaving.signal.aborted) return;
      setFault(isOffline(error) ? t`There is no network.` : error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section class="deals">
      <h2>{t`How it plays`}</h2>
      {!report && (
        <button type="button" disabled={!canPlay || isBusy} onClick={() => void play()}>
          {isBusy ? t`Playing …` : t`Play ${DEALS} random deals`}
        </button>
      )}
      {fault && <p role="alert">{fault}</p>}
      {report?.deals && <Shown deals={report.deals} />}
    </section>
  );
}

function Shown({ deals }: { deals: NonNullable<Report["deals"]> }) {
  const { turns, drawn, blocked, troubles, skipped, winners } = deals;
  const facts: [string, string][] = [
    [t`Turns in a deal`, turns ? t`${turns.median}, and ${turns.p90} in a long one` : "–"],
    [t`Cards drawn for penalties`, number(drawn.penalty?.cards ?? 0)],
    [t`Cards drawn without one`, number(drawn["own-accord"]?.cards ?? 0)],
    [t`Turns missed`, number(skipped)],
    [t`Deals in which nobody could go on`, percent(blocked)],
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t`Who wins, counted from the player who begins`}</h3>
      <dl class="facts chances">
        {Object.entries(winners).map(([seats, { by_turn: won }]) => {
          const all = won.reduce((sum, one) => sum + one, 0);
          return (
            <div key={seats}>
              <dt>{playerCount(Number(seats))}</dt>
              <dd>
                {won.map((one, turn) => (
                  <span key={turn}>{percent(one / all)}</span>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
      {troubles.map(({ what, seats }) => (
        <p key={what} class="fault" role="alert">
          {t`With ${seats} players: ${what}`}
        </p>
      ))}
    </>
  );
}

function playerCount(seats: number): string {
  return plural(seats, { one: "# player", few: "# players", many: "# players", other: "# players" });
}

function number(value: number): string {
  return value.toLocaleString(language(), { maximumFractionDigits: 1 });
}

function percent(share: number): string {
  return (Number.isFinite(share) ? share : 0).toLocaleString(language(), { style: "percent" });
}

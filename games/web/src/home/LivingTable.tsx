/** A public game that runs, so that a newcomer sees at once what is played here. */
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api, body, isOffline } from "../api/client";
import { Card } from "../cards/Card";
import { familyOf, skinOf } from "../looks/looks";
import { fly } from "../table/flights";
import { Middle } from "../table/Middle";
import { Opponents } from "../table/Opponents";
import { TableStore } from "../table/store";

const AGAIN = 20_000;
/** Milliseconds until the page looks for another game, if there is none or this one is over. */
const FAN = ["JC", "AS", "KH", "QD", "7S"];

export function LivingTable({ isReady }: { isReady: boolean }) {
  const [game, setGame] = useState<string | null>(null);
  const [turn, again] = useState(0);
  useEffect(() => {
    if (!isReady) return;
    let isGone = false;
    void findGame().then((found) => {
      if (!isGone) setGame(found);
    });
    const timer = game ? undefined : setTimeout(() => again(turn + 1), AGAIN);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isReady, turn]);
  return game ? <Running key={game} game={game} onEnd={() => again(turn + 1)} /> : <Fan />;
}

/** Return a public game, one among bots if there is one. */
async function findGame(): Promise<string | null> {
  try {
    const query = { status: "playing", limit: 20 } as const;
    const { items } = await body(api.GET("/api/v1/games", { params: { query } }));
    const found = items.find(({ seats }) => seats.every(({ player }) => player === null)) ?? items[0];
    return found?.id ?? null;
  } catch (error) {
    if (isOffline(error)) return null;
    throw error;
  }
}

function Running({ game, onEnd }: { game: string; onEnd: () => void }) {
  const store = useMemo(() => new TableStore(game), [game]);
  useEffect(() => {
    store.animateWith((event, from, to, speed) => fly(event, from, to, speed));
    void store.open();
    return () => store.close();
  }, [store]);
  const table = store.shown.value;
  const isOver = table?.status === "over";
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(onEnd, AGAIN);
    return () => clearTimeout(timer);
  }, [isOver]);
  if (!table) return <Fan />;
  const skin = skinOf(table.ruleset.pack);
  const last = store.lines.value.at(-1)?.text ?? "";
  return (
    <figure class={`living ${familyOf(table.ruleset.key)}`}>
      <div class="felt table">
        <Opponents table={table} skew={store.skew.value} skin={skin} speech={NOTHING_SAID} />
        <Middle table={table} skin={skin} onDraw={undefined} />
        <p class="line">{last}</p>
      </div>
      <figcaption>
        {t`Bots play this game just now.`} <a href={`/g/${game}`}>{t`Watch it`}</a>
      </figcaption>
    </figure>
  );
}

const NOTHING_SAID: ReadonlyMap<number, string> = new Map();

/** Cards on a table, while there is no game to show. */
function Fan() {
  return (
    <div class="living green still" aria-hidden="true">
      <div class="felt">
        {FAN.map((card) => (
          <Card key={card} card={card} skin="french" />
        ))}
      </div>
    </div>
  );
}

/** A game on the screen: the table while it runs, and its end. */
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "preact/hooks";
import { lazy, useLocation } from "preact-iso";
import { rematchOf, sit } from "../account/nonces";
import { api, body } from "../api/client";
import type { PastTable } from "../api/types";
import { familyOf, looks, skin, skinOf } from "../looks/looks";
import { Countdown } from "../parts/Countdown";
import { Fault, Loading } from "../parts/Fault";
import { seatNames } from "../parts/words";
import { isReplay } from "../replay/hash";
import { Actions } from "./Actions";
import { Agreements } from "./Agreements";
import { Chooser } from "./Chooser";
import { End } from "./End";
import { fly } from "./flights";
import { Hand } from "./Hand";
import { Lines } from "./Lines";
import { Middle } from "./Middle";
import { Opponents } from "./Opponents";
import { usePicking } from "./picking";
import { buttons, words } from "./plays";
import { Refusal } from "./Refusal";
import { useSpeech } from "./speech";
import { TableStore } from "./store";
import { TableMenu } from "./TableMenu";
import { Waiting } from "./Waiting";

const Replay = lazy(() => import("../replay/Replay").then(({ Replay }) => Replay));
const ShareDialog = lazy(() => import("../replay/ShareDialog").then(({ ShareDialog }) => ShareDialog));
const Explained = lazy(() => import("../learn/Explained").then(({ Explained }) => Explained));

/** The game at this address: the table, or a moment of it to look back at, which the address names after `#`. */
export function TablePage({ id = "" }: { id?: string }) {
  useLocation();
  const [, setHash] = useState(location.hash);
  useEffect(() => {
    // The router hears of links, but not of a moment that somebody writes behind the address of an open table.
    const onHash = () => setHash(location.hash);
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  return isReplay(location.hash) ? <Replay id={id} /> : <Live id={id} />;
}

function Live({ id }: { id: string }) {
  const store = useMemo(() => new TableStore(id), [id]);
  const [speech, say] = useSpeech();
  useEffect(() => {
    store.animateWith(async (event, from, to, speed) => {
      say(event);
      const { motion } = looks.value;
      if (motion !== "off") await fly(event, from, to, motion === "fast" ? 2 * speed : speed);
    });
    void store.open();
    return () => store.close();
  }, [store, say]);

  const table = store.shown.value;
  if (store.fault.value) return <Fault refused={store.fault.value} />;
  if (!table) return <Loading isLost={store.connection.value === "lost"} />;
  if (table.status === "over" && !table.you) return <Replay id={id} />;
  if (table.status === "waiting") return <Waiting store={store} table={table} />;
  return <Play key={id} store={store} table={table} speech={speech.value} />;
}

function Play({ store, table, speech }: { store: TableStore; table: PastTable; speech: ReadonlyMap<number, string> }) {
  const { route } = useLocation();
  const [isSharing, setSharing] = useState(false);
  const you = table.you;
  const pack = table.ruleset.pack;
  skin.value = skinOf(pack);
  const isActive = store.isCurrent.value && !store.draft.value;
  const isOwnTurn = you !== null && table.on_turn === you.seat && table.status === "playing";
  const picking = usePicking({
    table,
    isActive: isActive && isOwnTurn,
    onMove: (notation) => void store.move(notation),
    onRefuse: (card) => void store.explain(card),
  });

  const moves = buttons(table);
  const draw = moves.find(({ kind }) => kind === "draw") ?? moves.find(({ kind }) => kind === "accept");
  const isOver = table.status === "over";

  return (
    <main class={`table ${familyOf(table.ruleset.key)} ${isOwnTurn ? "own-turn" : ""}`}>
      <Opponents table={table} skew={store.skew.value} skin={skin.value} speech={speech} />
      {isOver && store.isCurrent.value ? (
        <End
          table={table}
          skin={skin.value}
          lines={store.lines.value}
          onRematch={you ? () => void rematch(table).then((next) => route(`/g/${next}`)) : undefined}
          onShare={() => setSharing(true)}
        />
      ) : (
        <Middle
          table={table}
          skin={skin.value}
          onDraw={isActive && draw ? () => void store.move(draw.notation) : undefined}
        />
      )}
      {you && !isOver && looks.value.explains && <Explained table={table} isMoving={store.draft.value !== null} />}
      {you && !isOver && (
        <section class="own" aria-label={t`Your place`}>
          <Turn store={store} table={table} />
          <Agreements store={store} table={table} />
          {store.refusal.value && (
            <Refusal refused={store.refusal.value} game={table.id} onClose={() => (store.refusal.value = null)} />
          )}
          <Actions
            moves={moves}
            words={words(picking.all)}
            canBeBlind={picking.all.some(({ claim }) => claim !== null)}
            manner={picking.manner}
            onManner={picking.setManner}
            onMove={(move) => void store.move(move.notation)}
            onPlay={picking.playPicked}
            isDisabled={!isActive}
          />
          <div class="rail" data-place={`seat-${you.seat}`}>
            <Hand
              hand={picking.hand}
              drawn={you.drawn}
              pack={pack}
              skin={skin.value}
              play={{
                plays: picking.all,
                picked: picking.picked,
                addable: picking.addable,
                pendingCards: store.draft.value ? picking.cards : [],
                isActive: isActive && picking.all.length > 0,
                shaken: picking.shaken,
                onTap: picking.tap,
                onDrop: (place) => picking.play(picking.picked.includes(place) ? picking.picked : [place]),
              }}
            />
          </div>
        </section>
      )}
      <TableMenu store={store} table={table} />
      <Lines lines={store.lines.value} />
      {isSharing && <ShareDialog game={table} onClose={() => setSharing(false)} />}
      {picking.asked && (
        <Chooser
          asked={picking.asked}
          table={table}
          skin={skin.value}
          onAnswer={picking.settle}
          onClose={picking.drop}
        />
      )}
    </main>
  );
}

/** Whose turn it is, and how the page stands with the service. */
function Turn({ store, table }: { store: TableStore; table: PastTable }) {
  const you = table.you;
  const onTurn = table.on_turn;
  if (store.draft.value && store.isUnsent.value) {
    return (
      <p class="turn waiting" role="status">
        {t`You are offline. Your move waits and is sent as soon as there is a network.`}{" "}
        <button type="button" class="quiet" onClick={() => store.takeBack()}>{t`Take back`}</button>
      </p>
    );
  }
  if (store.withdrawn.value)
    return <p class="turn" role="alert">{t`The turn had moved on before your move arrived, so it was not made.`}</p>;
  if (store.connection.value === "lost") return <p class="turn lost" role="status">{t`Connecting again …`}</p>;
  if (store.isReplaying.value) {
    return (
      <p class="turn" role="status">
        {t`While you were away`} <button type="button" class="quiet" onClick={() => store.skip()}>{t`Skip`}</button>
      </p>
    );
  }
  const pause = table.pauses[0];
  if (pause) return <p class="turn" role="status">{t`The clock stands still.`}</p>;
  if (onTurn === null) return <p class="turn" role="status">{t`The next deal begins soon.`}</p>;
  if (onTurn !== you?.seat)
    return <p class="turn" role="status">{t`${seatNames(table.seats, null)[onTurn] ?? ""} is on turn`}</p>;
  return (
    <p class="turn mine" role="status">
      <b>{t`Your turn`}</b> {table.deadline && <Countdown deadline={table.deadline} skew={store.skew.value} />}
    </p>
  );
}

async function rematch({ id: game, terms }: PastTable): Promise<string> {
  const table = await sit(rematchOf(game), terms.sealed, (share) =>
    body(api.POST("/api/v1/games/{game}/rematch", { params: { path: { game } }, body: share })),
  );
  return table.id;
}

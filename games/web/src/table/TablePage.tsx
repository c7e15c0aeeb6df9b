/** A game on the screen: the table while it runs, and its end. */
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "preact/hooks";
import { lazy, useLocation } from "preact-iso";
import { api, body } from "../api/client";
import type { MoveChoice, PastTable } from "../api/types";
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
import { buttons, closest, type Manner, partners, plays, question, words } from "./plays";
import { Refusal } from "./Refusal";
import { useSpeech } from "./speech";
import { TableStore } from "./store";
import { TableMenu } from "./TableMenu";
import { Waiting } from "./Waiting";

const Replay = lazy(() => import("../replay/Replay").then(({ Replay }) => Replay));
const ShareDialog = lazy(() => import("../replay/ShareDialog").then(({ ShareDialog }) => ShareDialog));
const Explained = lazy(() => import("../learn/Explained").then(({ Explained }) => Explained));
const PLAIN: Manner = { word: null, isBlind: false };

/** The game at this address: the table, or a moment of it to look back at, which the address names after `#`. */
export function TablePage({ id = "" }: { id?: string }) {
  useLocation();
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
  const [picked, pick] = useState<readonly number[]>([]);
  const [manner, setManner] = useState<Manner>(PLAIN);
  const [open, setOpen] = useState<readonly MoveChoice[] | null>(null);
  /** The place of a card that could not be laid. */
  const [shaken, setShaken] = useState(-1);
  const [isSharing, setSharing] = useState(false);
  const you = table.you;
  const pack = table.ruleset.pack;
  skin.value = skinOf(pack);
  const isActive = store.isCurrent.value && !store.draft.value;
  const isOwnTurn = you !== null && table.on_turn === you.seat && table.status === "playing";
  const all = plays(table);
  const hand = you ? (table.ask === "keep" ? you.looked : you.hand) : [];
  const cards = picked.map((place) => hand[place] ?? "");
  const addable = partners(all, cards);
  const asked = open && question(open);

  useEffect(() => {
    pick([]);
    setOpen(null);
    setManner(PLAIN);
    setShaken(-1);
  }, [table.turn]);

  /** Send the play, unless it leaves something open. */
  function settle(candidates: readonly MoveChoice[]): void {
    if (candidates.length > 0 && question(candidates)) {
      setOpen(candidates);
      return;
    }
    setOpen(null);
    const [chosen] = candidates;
    if (!chosen) return;
    if (looks.value.haptics) navigator.vibrate?.(8);
    void store.move(chosen.notation);
  }

  function candidatesFor(chosen: readonly string[]): MoveChoice[] {
    return closest(all, chosen, manner);
  }

  function tap(place: number): void {
    if (!isActive || !isOwnTurn) return;
    const card = hand[place] ?? "";
    if (picked.includes(place)) {
      const rest = picked.filter((each) => each !== place);
      if (picked.length === 1) play(picked);
      else pick(rest);
      return;
    }
    setShaken(-1);
    const next = picked.length > 0 && addable.has(card) ? [...picked, place] : [place];
    const chosen = next.map((each) => hand[each] ?? "");
    pick(next);
    if (partners(all, chosen).size > 0) return;
    const candidates = candidatesFor(chosen);
    if (candidates.length > 0) settle(candidates);
    else {
      pick([]);
      setShaken(place);
      void store.explain(card);
    }
  }

  function play(places: readonly number[]): void {
    settle(candidatesFor(places.map((place) => hand[place] ?? "")));
  }

  const moves = buttons(table);
  const draw = moves.find(({ kind }) => kind === "draw") ?? moves.find(({ kind }) => kind === "accept");
  const isOver = table.status === "over";
  const reason = store.lines.value.findLast(({ code }) => code === "game-ended" || code === "deal-ended")?.text ?? "";

  return (
    <main class={`table ${familyOf(table.ruleset.key)} ${isOwnTurn ? "own-turn" : ""}`}>
      <Opponents table={table} skew={store.skew.value} skin={skin.value} speech={speech} />
      {isOver && store.isCurrent.value ? (
        <End
          table={table}
          reason={reason}
          onRematch={you ? () => void rematch(table.id).then((next) => route(`/g/${next}`)) : undefined}
          onShare={() => setSharing(true)}
        />
      ) : (
        <Middle
          table={table}
          skin={skin.value}
          onDraw={isActive && draw ? () => void store.move(draw.notation) : undefined}
        />
      )}
      {you && !isOver && looks.value.explains && <Explained table={table} />}
      {you && !isOver && (
        <section class="own" aria-label={t`Your place`}>
          <Turn store={store} table={table} />
          <Agreements store={store} table={table} />
          {store.refusal.value && (
            <Refusal refused={store.refusal.value} game={table.id} onClose={() => (store.refusal.value = null)} />
          )}
          <Actions
            moves={moves}
            words={words(all)}
            canBeBlind={all.some(({ claim }) => claim !== null)}
            manner={manner}
            onManner={setManner}
            onMove={(move) => void store.move(move.notation)}
            onPlay={picked.length > 0 && candidatesFor(cards).length > 0 ? () => play(picked) : undefined}
            isDisabled={!isActive}
          />
          <div class="rail" data-place={`seat-${you.seat}`}>
            <Hand
              hand={hand}
              drawn={you.drawn}
              pack={pack}
              skin={skin.value}
              play={{
                plays: all,
                picked,
                addable,
                pendingCards: store.draft.value ? cards : [],
                isActive: isActive && all.length > 0,
                shaken,
                onTap: tap,
                onDrop: (place) => play(picked.includes(place) ? picked : [place]),
              }}
            />
          </div>
        </section>
      )}
      <TableMenu store={store} table={table} />
      <Lines lines={store.lines.value} />
      {isSharing && <ShareDialog game={table} onClose={() => setSharing(false)} />}
      {asked && open && (
        <Chooser
          asked={asked}
          table={table}
          skin={skin.value}
          onAnswer={(chosen) => settle(chosen)}
          onClose={() => {
            setOpen(null);
            pick([]);
          }}
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

async function rematch(game: string): Promise<string> {
  const table = await body(api.POST("/api/v1/games/{game}/rematch", { params: { path: { game } }, body: {} }));
  return table.id;
}

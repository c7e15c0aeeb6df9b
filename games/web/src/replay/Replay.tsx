/** A game to look back at, move by move: from any seat or with open cards when it is over, else as the person saw it. */
import { t } from "@lingui/core/macro";
import { useEffect, useMemo } from "preact/hooks";
import type { PastTable, Table } from "../api/types";
import { familyOf, looks, skin, skinOf } from "../looks/looks";
import { Fault, Loading } from "../parts/Fault";
import { Tabs } from "../parts/Tabs";
import { seatNames } from "../parts/words";
import { fly } from "../table/flights";
import { Hand } from "../table/Hand";
import { Middle } from "../table/Middle";
import { Opponents } from "../table/Opponents";
import { useSpeech } from "../table/speech";
import { Advice } from "./advice";
import { Controls } from "./Controls";
import { Expert } from "./Expert";
import { Fairness } from "./fairness/Fairness";
import { hashOf, placeOf } from "./hash";
import { Moves } from "./Moves";
import { Notes } from "./Notes";
import "./replay.css";
import { Share } from "./Share";
import { currentStop } from "./stops";
import { Timing } from "./Timing";
import { Tape } from "./tape";

export function Replay({ id, isEmbedded = false }: { id: string; isEmbedded?: boolean }) {
  const tape = useMemo(() => new Tape(id), [id]);
  const advice = useMemo(() => new Advice(id), [id]);
  const [speech, say] = useSpeech();
  useEffect(() => {
    tape.animateWith(async (event, from, to, speed, sight) => {
      say(event);
      const { motion } = looks.value;
      if (motion !== "off") await fly(event, from, to, motion === "fast" ? 2 * speed : speed, sight);
    });
    void tape.open(placeOf(location.hash).version);
    const onHash = () => {
      const { version } = placeOf(location.hash);
      if (version !== null && version !== tape.version.peek()) void tape.go(version);
    };
    addEventListener("hashchange", onHash);
    return () => {
      tape.close();
      removeEventListener("hashchange", onHash);
    };
  }, [tape, say]);

  const table = tape.shown.value;
  const game = tape.game.value;
  const isStill = !tape.isPlaying.value;
  useEffect(() => {
    // The address always names the moment that is shown, so it can be sent as it is.
    if (!table || !isStill || isEmbedded) return;
    const { code } = placeOf(location.hash);
    history.replaceState(history.state, "", hashOf({ version: table.version, code }));
  }, [table, isStill, isEmbedded]);

  if (tape.fault.value) return <Fault refused={tape.fault.value} />;
  if (!table || !game) return <Loading isLost={tape.isLost.value} />;
  skin.value = skinOf(table.ruleset.pack);
  return (
    <main class={`table replay ${familyOf(table.ruleset.key)} ${isEmbedded ? "embedded" : ""}`}>
      <div class="felt">
        <Opponents table={table} skew={0} skin={skin.value} speech={speech.value} own={tape.seat.value} />
        <Middle table={table} skin={skin.value} onDraw={undefined} />
        <Bottom tape={tape} table={table} said={speech.value} />
      </div>
      <Caption tape={tape} />
      <Controls tape={tape} game={game} />
      {isEmbedded ? (
        <a
          class="home"
          href={`/g/${id}${hashOf({ version: null, code: placeOf(location.hash).code })}`}
          target="_blank"
          rel="noopener"
        >{t`Open in Mau-Mau`}</a>
      ) : (
        <Panels tape={tape} game={game} advice={advice} />
      )}
    </main>
  );
}

/** The seat from which one looks, with its cards. */
function Bottom({ tape, table, said }: { tape: Tape; table: PastTable; said: ReadonlyMap<number, string> }) {
  const seat = tape.seat.value === null ? null : table.seats[tape.seat.value];
  if (!seat) return null;
  const isOnTurn = table.on_turn === seat.seat && table.status === "playing";
  const name = seatNames(table.seats, tape.game.value?.you?.seat ?? null)[seat.seat] ?? "";
  const word = said.get(seat.seat);
  const hand = seat.hand ?? table.you?.hand ?? [];
  return (
    <section class={`own ${isOnTurn ? "on-turn" : ""}`} aria-label={t`The seat of ${name}`}>
      <p class="turn">
        <b>{name}</b>
        {word && <q class="speech">{word}</q>}
      </p>
      <div class="rail" data-place={`seat-${seat.seat}`}>
        <Hand
          hand={hand}
          drawn={table.you?.drawn ?? null}
          pack={table.ruleset.pack}
          skin={skin.value}
          label={t`Cards of ${name}`}
        />
      </div>
    </section>
  );
}

/** What has just happened, in words. A screen reader says it. */
function Caption({ tape }: { tape: Tape }) {
  const stop = currentStop(tape.stops.value, tape.version.value);
  const line = tape.lines.value.find(({ version }) => version === stop);
  return (
    <p class="caption" role="status">
      {tape.isLost.value ? t`There is no network. Try again.` : (line?.text ?? "")}
    </p>
  );
}

function Panels({ tape, game, advice }: { tape: Tape; game: Table; advice: Advice }) {
  return (
    <Tabs
      label={t`About this game`}
      tabs={[
        { key: "moves", title: t`Moves`, show: () => <Moves tape={tape} /> },
        ...(game.status === "over"
          ? [
              { key: "expert", title: t`Expert`, show: () => <Expert tape={tape} game={game} advice={advice} /> },
              { key: "notes", title: t`Notes`, show: () => <Notes tape={tape} game={game} /> },
            ]
          : []),
        { key: "time", title: t`Time`, show: () => <Timing tape={tape} game={game} /> },
        { key: "fairness", title: t`Fairness`, show: () => <Fairness game={game.id} /> },
        { key: "share", title: t`Share`, show: () => <Share game={game} version={tape.version.value} /> },
      ]}
    />
  );
}

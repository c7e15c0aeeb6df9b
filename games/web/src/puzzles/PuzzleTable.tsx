/** One puzzle: the table as the seat on turn saw it. Each move is judged by the service. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body, Refused } from "../api/client";
import type { components } from "../api/schema";
import { ensureAccount } from "../api/session";
import type { PastTable } from "../api/types";
import { Missing, sentence, useFetched } from "../app/Screen";
import { familyOf, skinOf } from "../looks/looks";
import { hashOf } from "../replay/hash";
import { seatLetter } from "../rules/moves";
import { Actions } from "../table/Actions";
import { Chooser } from "../table/Chooser";
import { Hand } from "../table/Hand";
import { Middle } from "../table/Middle";
import { Opponents } from "../table/Opponents";
import { usePicking } from "../table/picking";
import { buttons, words } from "../table/plays";

type Puzzle = components["schemas"]["Puzzle"];
type Source = components["schemas"]["PuzzleSource"];
const NOTHING_SAID: ReadonlyMap<number, string> = new Map();

export function PuzzleTable({ id, onSolved }: { id: string; onSolved: () => void }) {
  const puzzle = useFetched(
    () => body(api.GET("/api/v1/puzzles/{puzzle}", { params: { path: { puzzle: id } } })),
    [id],
  );
  if (!puzzle.data) return <Missing of={puzzle} />;
  return <Solving puzzle={puzzle.data} onSolved={onSolved} />;
}

function Solving({ puzzle, onSolved }: { puzzle: Puzzle; onSolved: () => void }) {
  const [table, setTable] = useState<PastTable>(puzzle.table);
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [said, say] = useState("");
  const [source, setSource] = useState<Source | null>(puzzle.source);
  const [isBusy, setBusy] = useState(false);
  const isSolved = source !== null;

  function again(): void {
    setTable(puzzle.table);
    setMoves([]);
  }

  async function attempt(notation: string): Promise<void> {
    const tried = [...moves, notation];
    setBusy(true);
    try {
      await ensureAccount();
      const answer = await body(
        api.POST("/api/v1/puzzles/{puzzle}/attempts", {
          params: { path: { puzzle: puzzle.id } },
          body: { moves: tried },
        }),
      );
      say(answer.detail);
      if (answer.table) {
        setTable(answer.table);
        setMoves(tried);
      } else if (answer.source) {
        setSource(answer.source);
        onSolved();
      } else again();
    } catch (error) {
      say(error instanceof Refused ? error.message : sentence(error));
    } finally {
      setBusy(false);
    }
  }

  const named = withoutNames(table);
  const you = table.you;
  const isActive = !isBusy && !isSolved;
  const picking = usePicking({
    table: named,
    isActive,
    onMove: (notation) => void attempt(notation),
    onRefuse: (card) => void attempt(card),
  });
  const { pack } = table.ruleset;
  const skin = skinOf(pack);
  const legal = buttons(named);
  const draw = legal.find(({ kind }) => kind === "draw" || kind === "accept");
  return (
    <section class={`puzzle ${familyOf(puzzle.variant)}`} aria-label={t`The puzzle`}>
      <div class="felt table">
        <Opponents table={named} skew={0} skin={skin} speech={NOTHING_SAID} />
        <Middle table={named} skin={skin} onDraw={isActive && draw ? () => void attempt(draw.notation) : undefined} />
        <div class="own">
          <p class={isSolved ? "turn mine" : "turn"} role="status">
            {said || (isSolved ? t`Solved.` : t`You are on turn.`)}
          </p>
          {!isSolved && (
            <Actions
              moves={legal}
              words={words(picking.all)}
              canBeBlind={false}
              manner={picking.manner}
              onManner={picking.setManner}
              onMove={(move) => void attempt(move.notation)}
              onPlay={picking.playPicked}
              isDisabled={!isActive}
            />
          )}
          {you && (
            <div class="rail">
              <Hand
                hand={picking.hand}
                drawn={you.drawn}
                pack={pack}
                skin={skin}
                play={{
                  plays: picking.all,
                  picked: picking.picked,
                  addable: picking.addable,
                  pendingCards: isBusy ? picking.cards : [],
                  isActive,
                  shaken: picking.shaken,
                  onTap: picking.tap,
                  onDrop: (place) => picking.play(picking.picked.includes(place) ? picking.picked : [place]),
                }}
              />
            </div>
          )}
        </div>
      </div>
      <div class="row">
        {moves.length > 0 && !isSolved && <button type="button" onClick={again}>{t`From the beginning`}</button>}
        <a class="button" href={`/v/${puzzle.variant}`}>{t`The rules`}</a>
        {source && (
          <a class="button" href={`/g/${source.game}${hashOf({ version: source.version, code: null })}`}>
            {t`See the game`}
          </a>
        )}
      </div>
      {picking.asked && (
        <Chooser asked={picking.asked} table={named} skin={skin} onAnswer={picking.settle} onClose={picking.drop} />
      )}
    </section>
  );
}

/** A puzzle names nobody, so the others have letters. */
function withoutNames(table: PastTable): PastTable {
  const named = table.seats.map((seat) => {
    const letter = seatLetter(seat.seat);
    return { ...seat, player: { id: "", name: t`Player ${letter}` } as typeof seat.player };
  });
  return { ...table, seats: named };
}

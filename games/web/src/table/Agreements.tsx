/** What the players settle among themselves: proposals, absence and return. It shows only what waits for the person. */
import { t } from "@lingui/core/macro";
import { api } from "../api/client";
import type { PastTable } from "../api/types";
import { Countdown } from "../parts/Countdown";
import { seatName } from "../parts/words";
import type { TableStore } from "./store";

export type ProposedKind = "pause" | "resume" | "extend" | "abandon";

/** Return what a proposal asks for, as a button and a heading say it. */
export function proposed(kind: string): string {
  switch (kind) {
    case "pause":
      return t`Stop the clock for a while`;
    case "resume":
      return t`Go on playing`;
    case "extend":
      return t`More time for this turn`;
    case "abandon":
      return t`End the game without a winner`;
    default:
      return kind;
  }
}

export function Agreements({ store, table }: { store: TableStore; table: PastTable }) {
  const { you, proposal } = table;
  if (!you) return null;
  const path = { game: table.id };
  const proposer = proposal ? table.seats[proposal.seat] : undefined;
  return (
    <>
      {proposal && proposer && (
        <div class="agreement" role="status">
          <p>
            {proposer.seat === you.seat
              ? t`Your proposal: ${proposed(proposal.kind)}`
              : t`${seatName(proposer, null)} proposes: ${proposed(proposal.kind)}`}{" "}
            <Countdown deadline={proposal.expires} skew={store.skew.value} />
          </p>
          {proposal.missing.includes(you.seat) && (
            <div class="row">
              {[true, false].map((agrees) => (
                <button
                  type="button"
                  key={String(agrees)}
                  class={agrees ? "primary" : ""}
                  onClick={() =>
                    void store.act(
                      api.PUT("/api/v1/games/{game}/proposals/{proposal}/vote", {
                        params: { path: { ...path, proposal: proposal.number } },
                        body: { agrees },
                      }),
                    )
                  }
                >
                  {agrees ? t`Agree` : t`Disagree`}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
      {you.may_return && (
        <div class="agreement" role="status">
          <p>{t`You missed turns, so you count as absent.`}</p>
          <button
            type="button"
            class="primary"
            onClick={() => void store.act(api.POST("/api/v1/games/{game}/return", { params: { path } }))}
          >
            {t`Come back`}
          </button>
        </div>
      )}
      {you.claims.length > 0 && (
        <div class="agreement" role="status">
          <p>{t`The other player is absent.`}</p>
          <div class="row">
            {you.claims.map((kind) => (
              <button
                type="button"
                key={kind}
                onClick={() =>
                  void store.act(api.POST("/api/v1/games/{game}/claims", { params: { path }, body: { kind } }))
                }
              >
                {kind === "win" ? t`Claim the win` : t`Let a bot play for them`}
              </button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

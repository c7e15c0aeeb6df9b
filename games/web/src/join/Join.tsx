/** An invitation, by its link or by name: one tap takes the seat, without a form. */
import { plural, t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { seatAt, sit } from "../account/nonces";
import { changeProfile } from "../account/profile";
import { api, body } from "../api/client";
import { account, ensureAccount } from "../api/session";
import type { Invitation, Problem } from "../api/types";
import { Missing, sentence, useFetched } from "../app/Screen";
import { Icon } from "../icons/Icon";
import { familyOf } from "../looks/looks";
import { GuestMark } from "../parts/GuestMark";
import { times } from "../parts/pace";
import { seatName } from "../parts/words";
import "./join.css";

export function Join({ code = "" }: { code?: string }) {
  const found = useFetched(async () => {
    await ensureAccount();
    return body(api.GET("/api/v1/invitations/{invitation}", { params: { path: { invitation: code } } }));
  }, [code]);
  if (found.data) return <Invited code={code} invitation={found.data} />;
  if (found.fault && found.fault !== "offline") return <Over problem={found.fault.problem} />;
  return (
    <main class="page">
      <Missing of={found} />
    </main>
  );
}

function Invited({ code, invitation }: { code: string; invitation: Invitation }) {
  const { route } = useLocation();
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const { terms, seats, game, inviter, variant, variant_name: variantName } = invitation;
  const own = account.value;
  const isAtTable = seats.some(({ player }) => player?.id === own?.id);
  const needsAccount = terms.rated && own?.guest;

  async function accept(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      if (name.trim()) await changeProfile({ name: name.trim() });
      const path = { invitation: code };
      await sit(seatAt(game), terms.sealed, (share) =>
        body(api.POST("/api/v1/invitations/{invitation}/accept", { params: { path }, body: share })),
      );
      route(`/g/${game}`, true);
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <main class={`join ${familyOf(variant)}`}>
      <section>
        <p class="who">
          {t`${inviter.name} invites you`} <GuestMark of={inviter} />
        </p>
        <h1>{variantName}</h1>
        <ol class="sitters">
          {seats.map(({ player, bot }, seat) => (
            <li key={seat} class={player || bot ? "taken" : "free"}>
              <Icon name={bot ? "bot" : "person"} /> {seatName({ seat: -1, player, bot }, null)}
              <GuestMark of={player} />
            </li>
          ))}
        </ol>
        <p>
          {times(terms.clock)} {terms.rated ? t`The game is rated.` : ""}
        </p>
        {isAtTable ? (
          <a class="button primary big" href={`/g/${game}`}>{t`You sit at this table: go there`}</a>
        ) : needsAccount ? (
          <>
            <p>{t`The game counts for ratings, so you need an account with a password first.`}</p>
            <a class="button primary big" href="/settings#account">{t`Choose a password`}</a>
          </>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void accept();
            }}
          >
            {own?.guest && (
              <label class="name">
                {t`Your name at the table, if you like`}
                <input
                  value={name}
                  maxLength={40}
                  placeholder={own.name}
                  autocomplete="nickname"
                  onInput={(event) => setName(event.currentTarget.value)}
                />
              </label>
            )}
            {fault !== null && (
              <p class="wrong" role="alert">
                {sentence(fault)}
              </p>
            )}
            <button type="submit" class="primary big" disabled={isBusy}>{t`Sit down and play`}</button>
          </form>
        )}
        <p class="rules">
          <a href={`/v/${variant}`}>{t`How is it played?`}</a> ·{" "}
          {plural(invitation.free, {
            one: "# seat is free",
            other: "# seats are free",
          })}
        </p>
      </section>
    </main>
  );
}

/** An invitation that cannot be accepted any more, or never could. */
function Over({ problem }: { problem: Problem }) {
  const reasons: Record<string, string> = {
    used_up: t`All its seats are taken.`,
    expired: t`It has expired.`,
    revoked: t`Somebody at the table has taken it back.`,
    declined: t`You have declined it.`,
    accepted: t`You have accepted it before.`,
    started: t`The game has started.`,
  };
  const why = problem.state ? reasons[problem.state] : undefined;
  return (
    <main class="message">
      <h1>{problem.state ? t`This invitation is over` : t`There is no such invitation`}</h1>
      <p>{why ?? (problem.state ? problem.detail : t`Check that you have copied the whole link.`)}</p>
      <p>{t`Ask for a new one, or play something else.`}</p>
      <div class="row middle-row">
        <a class="button primary" href="/lobby">{t`Find a table`}</a>
        <a class="button" href="/">{t`To the start`}</a>
      </div>
    </main>
  );
}

/** What stands in place of every screen when the service does not know the session any more: how to go on. */
import { t } from "@lingui/core/macro";
import { ensureAccount, forgetEnded } from "../api/session";
import type { Profile } from "../api/types";
import { SignInForm } from "../settings/SignInForm";
import { useAction } from "./useAction";
import "../settings/settings.css";

export function SessionEnded({ player }: { player: Profile }) {
  const action = useAction();
  const again = () => location.reload();
  return (
    <main class="page settings">
      <h1>{t`You are signed out`}</h1>
      <p role="alert">
        {player.guest
          ? t`The session of ${player.name} has ended. A guest has no password, so you cannot sign in as ${player.name} again.`
          : t`The session of ${player.name} on this device has ended. Sign in again, and everything is as it was.`}
      </p>
      <section class="card-like">
        <h2>{player.guest ? t`Sign in with an account that you have` : t`Sign in again`}</h2>
        <SignInForm username={player.username} isPrimary={!player.guest} onDone={again} />
      </section>
      <p class="row">
        <button
          type="button"
          class={player.guest ? "primary" : ""}
          disabled={action.isBusy}
          onClick={() => void action.run(async () => ensureAccount().then(again))}
        >
          {t`Go on as a new guest`}
        </button>
        <button
          type="button"
          onClick={() => {
            forgetEnded();
            again();
          }}
        >
          {t`Look around without an account`}
        </button>
      </p>
      {action.fault && <p role="alert">{action.fault}</p>}
    </main>
  );
}

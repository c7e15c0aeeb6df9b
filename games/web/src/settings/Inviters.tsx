/** Who may invite the person to a table by name. */
import { t } from "@lingui/core/macro";
import { changeProfile } from "../account/profile";
import { account } from "../api/session";
import type { Profile } from "../api/types";
import { useAction } from "../app/useAction";

type InvitedBy = Profile["invitations_from"];

export function Inviters() {
  const action = useAction();
  const choices: [InvitedBy, string][] = [
    ["everybody", t`Everybody`],
    ["accounts", t`Players with an account, no guests`],
    ["known", t`Players with whom I have finished a game`],
    ["nobody", t`Nobody`],
  ];
  return (
    <section id="invitations">
      <h2>{t`Invitations`}</h2>
      <label class="field">
        <span class="words">
          <b>{t`Who may invite you by name`}</b>
          <small>{t`With a link that they send you, everybody can.`}</small>
        </span>
        <select
          value={account.value?.invitations_from ?? "everybody"}
          disabled={action.isBusy}
          onChange={(event) => {
            const chosen = event.currentTarget.value as InvitedBy;
            void action.run(() => changeProfile({ invitations_from: chosen }));
          }}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {action.fault && (
        <p class="wrong" role="alert">
          {action.fault}
        </p>
      )}
    </section>
  );
}

import { t } from "@lingui/core/macro";
import { block } from "../account/blocks";
import { changes } from "../account/live";
import { api, body } from "../api/client";
import { useFetched } from "../app/Screen";
import { useAction } from "../app/useAction";
import { familyOf } from "../looks/looks";
import { GuestMark } from "../parts/GuestMark";
import { times } from "../parts/pace";

/** The invitations that the person can accept. */
export function Invitations() {
  const action = useAction();
  const found = useFetched(
    async () => (await body(api.GET("/api/v1/me/invitations", { params: { query: { limit: 50 } } }))).items,
    [changes.value],
  );
  if (!found.data || found.data.length === 0) return null;

  async function decline(invitation: string): Promise<void> {
    await body(api.POST("/api/v1/invitations/{invitation}/decline", { params: { path: { invitation } } }));
    await found.reload();
  }

  return (
    <section class="games invitations">
      <h2>{t`You are invited`}</h2>
      <ul>
        {found.data.map(({ id, inviter, variant, variant_name: name, terms }) => (
          <li key={id} class={`game ${familyOf(variant)}`}>
            <div class="invitation">
              <b>
                {t`${inviter.name}: ${name}`} <GuestMark of={inviter} />
              </b>
              <span class="last">{times(terms.clock)}</span>
              <span class="row">
                <a class="button primary" href={`/join/${id}`}>{t`Accept`}</a>
                <button type="button" disabled={action.isBusy} onClick={() => void action.run(() => decline(id))}>
                  {t`Decline`}
                </button>
                <button
                  type="button"
                  class="quiet"
                  disabled={action.isBusy}
                  onClick={() => void action.run(() => block(inviter).then(() => found.reload()))}
                >
                  {t`Block ${inviter.name}`}
                </button>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {action.fault && (
        <p class="wrong" role="alert">
          {action.fault}
        </p>
      )}
    </section>
  );
}

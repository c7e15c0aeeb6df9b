/** Where the person is signed in. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import { Missing, useFetched } from "../app/Screen";
import { useAction } from "../app/useAction";
import { locale } from "../i18n";
import { browserName } from "./browserName";

export function Sessions() {
  const [version, setVersion] = useState(0);
  const action = useAction();
  const found = useFetched(
    async () => (await body(api.GET("/api/v1/me/sessions", { params: { query: { limit: 50 } } }))).items,
    [version],
  );

  async function end(id: string): Promise<void> {
    const path = { session_id: id };
    await body(api.DELETE("/api/v1/me/sessions/{session_id}", { params: { path } }));
    setVersion(version + 1);
  }

  return (
    <section id="sessions">
      <h2>{t`Where you are signed in`}</h2>
      {!found.data ? (
        <Missing of={found} />
      ) : (
        <ul class="sessions">
          {found.data.map(({ id, name, scope, current, used_at }) => (
            <li key={id}>
              <span class="words">
                <b>{scope === "player" ? browserName(name) : name}</b>
                <small>
                  {current
                    ? t`This device`
                    : scope === "player"
                      ? t`Last used ${new Date(used_at).toLocaleString(locale())}`
                      : t`An app or a program. Last used ${new Date(used_at).toLocaleString(locale())}`}
                </small>
              </span>
              {!current && (
                <button
                  type="button"
                  aria-label={t`Sign out ${browserName(name)}`}
                  onClick={() => void action.run(() => end(id))}
                >{t`Sign out`}</button>
              )}
            </li>
          ))}
        </ul>
      )}
      {action.fault && (
        <p class="wrong" role="alert">
          {action.fault}
        </p>
      )}
    </section>
  );
}

/** All that the service holds of the person: to take along, or to erase. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, body, Refused } from "../api/client";
import { account, signIn, signOut } from "../api/session";
import { useAction } from "../app/useAction";
import { Field, Form } from "./Form";

const BETWEEN = 1000;

export function Data() {
  const action = useAction();
  return (
    <section id="data">
      <h2>{t`Your data`}</h2>
      <p>{t`You can take along all that the service holds of you, as one file.`}</p>
      <div class="row">
        <button type="button" disabled={action.isBusy} onClick={() => void action.run(download)}>
          {action.isBusy ? t`The file is being made …` : t`Download my data`}
        </button>
      </div>
      {action.fault && (
        <p class="wrong" role="alert">
          {action.fault}
        </p>
      )}
      <Erase />
    </section>
  );
}

async function download(): Promise<void> {
  let made = await body(api.POST("/api/v1/me/export"));
  while (made.status !== "done") {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    const path = { export_id: made.id };
    made = await body(api.GET("/api/v1/me/exports/{export_id}", { params: { path } }));
  }
  const file = URL.createObjectURL(new Blob([JSON.stringify(made.document, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = "mau-mau.json";
  link.click();
  URL.revokeObjectURL(file);
}

function Erase() {
  const action = useAction();
  const [isSure, setSure] = useState(false);
  const { route } = useLocation();
  const profile = account.value;
  if (!profile) return null;

  async function erase(password: string): Promise<void> {
    if (profile?.username) {
      // The service wants a sign-in of the last minutes for this.
      const credentials = { username: profile.username, password };
      signIn({ ...(await body(api.POST("/api/v1/auth/token", { body: credentials }))), player: profile });
    }
    await body(api.DELETE("/api/v1/me"));
    await signOut().catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    route("/");
  }

  return (
    <div class="card-like danger">
      <h3>{t`Erase the account`}</h3>
      <p>{t`Your name, your settings and your ratings are gone at once and for ever. You give up your running games. Games that are over stay, under another name.`}</p>
      {isSure ? (
        <Form action={action} label={t`Erase everything`} onSend={({ password = "" }) => erase(password)}>
          {!profile.guest && (
            <Field label={t`Your password`} name="password" type="password" required autocomplete="current-password" />
          )}
          <button type="button" class="quiet" onClick={() => setSure(false)}>{t`No, keep it`}</button>
        </Form>
      ) : (
        <button type="button" onClick={() => setSure(true)}>{t`Erase my account`}</button>
      )}
    </div>
  );
}

/** Username and password, and a way on for those who have forgotten theirs. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import { signIn } from "../api/session";
import type { Profile } from "../api/types";
import { useAction } from "../app/useAction";
import { Field, Form } from "./Form";
import { forgetDevice } from "./push";

interface Props {
  username?: string | null;
  isPrimary: boolean;
  onDone: () => void;
}

export function SignInForm({ username, isPrimary, onDone }: Props) {
  const action = useAction();
  const [isForgotten, setForgotten] = useState(false);
  return (
    <>
      <Form
        action={action}
        label={t`Sign in`}
        isPrimary={isPrimary}
        onSend={async ({ username: name = "", password = "" }) => {
          const pair = await body(api.POST("/api/v1/auth/token", { body: { username: name, password } }));
          await forgetDevice();
          const answer = await fetch("/api/v1/me", { headers: { Authorization: `Bearer ${pair.access}` } });
          signIn({ ...pair, player: (await answer.json()) as Profile });
          onDone();
        }}
      >
        <Field label={t`Username`} name="username" required defaultValue={username ?? ""} autocomplete="username" />
        <Field label={t`Password`} name="password" type="password" required autocomplete="current-password" />
      </Form>
      <button
        type="button"
        class="quiet"
        onClick={() => setForgotten(!isForgotten)}
      >{t`Forgotten your password?`}</button>
      {isForgotten && <Forgotten />}
    </>
  );
}

function Forgotten() {
  const action = useAction();
  return (
    <Form
      action={action}
      label={t`Send me a link`}
      done={t`If there is such an account with an address, a mail with a link is on its way.`}
      onSend={({ account: name = "" }) => body(api.POST("/api/v1/auth/reset", { body: { account: name } }))}
    >
      <Field label={t`Username or e-mail address`} name="account" required autocomplete="username" />
    </Form>
  );
}

/** Who the person is: the name, and how a guest keeps the account, or signs in with another one. */
import { t } from "@lingui/core/macro";
import { useLocation } from "preact-iso";
import { changeProfile, fetchProfile } from "../account/profile";
import { api, body } from "../api/client";
import { account, signOut } from "../api/session";
import type { Profile } from "../api/types";
import { useAction } from "../app/useAction";
import { Field, Form } from "./Form";
import { forgetDevice } from "./push";
import { SignInForm } from "./SignInForm";

const SHORTEST = 8;

export function Account() {
  const profile = account.value;
  return (
    <section id="account">
      <h2>{t`Account`}</h2>
      {profile && <Name profile={profile} />}
      {profile?.guest && <Upgrade />}
      {(!profile || profile.guest) && <SignIn isGuest={profile !== null} />}
      {profile && !profile.guest && <Full profile={profile} />}
    </section>
  );
}

function Name({ profile }: { profile: Profile }) {
  const action = useAction();
  return (
    <Form
      action={action}
      label={t`Change the name`}
      done={t`Saved`}
      onSend={({ name = "" }) => changeProfile({ name })}
    >
      <Field
        label={t`Your name`}
        hint={t`Others see it at the table.`}
        name="name"
        maxLength={40}
        required
        defaultValue={profile.name}
        key={profile.name}
        autocomplete="nickname"
      />
    </Form>
  );
}

/** A guest chooses a password, and keeps all games. */
function Upgrade() {
  const action = useAction();
  return (
    <div class="card-like">
      <h3>{t`Keep your games`}</h3>
      <p>{t`You play as a guest. Choose a username and a password, and you find your games and ratings on every device.`}</p>
      <Form
        action={action}
        label={t`Make it my account`}
        isPrimary
        onSend={async ({ username = "", password = "", email = "" }) => {
          await body(api.POST("/api/v1/me/credentials", { body: { username, password, ...(email ? { email } : {}) } }));
          await fetchProfile();
        }}
      >
        <Field label={t`Username`} name="username" required minLength={3} maxLength={30} autocomplete="username" />
        <Field
          label={t`Password`}
          hint={t`At least ${SHORTEST} characters.`}
          name="password"
          type="password"
          required
          minLength={SHORTEST}
          autocomplete="new-password"
        />
        <Field
          label={t`E-mail address, if you like`}
          hint={t`For a forgotten password, and for notices if you want them.`}
          name="email"
          type="email"
          autocomplete="email"
        />
      </Form>
    </div>
  );
}

function SignIn({ isGuest }: { isGuest: boolean }) {
  const { route } = useLocation();
  return (
    <details class="card-like" open={!isGuest}>
      <summary>
        <b>{t`Sign in with an account that you have`}</b>
      </summary>
      {isGuest && <p>{t`The games of this guest stay behind. Make it your account first if you want to keep them.`}</p>}
      <SignInForm isPrimary={!isGuest} onDone={() => route("/")} />
    </details>
  );
}

function Full({ profile }: { profile: Profile }) {
  const leaving = useAction();
  const email = useAction();
  const password = useAction();
  const { route } = useLocation();
  return (
    <>
      <p>
        {t`You are signed in as ${profile.username ?? ""}.`}{" "}
        <button
          type="button"
          disabled={leaving.isBusy}
          onClick={() => {
            void leaving.run(async () => {
              await forgetDevice();
              await signOut();
              route("/");
            });
          }}
        >{t`Sign out`}</button>{" "}
        {leaving.fault && <span role="alert">{leaving.fault}</span>}
      </p>
      <details>
        <summary>
          <b>{t`E-mail address`}</b>{" "}
          <span class="hint">
            {profile.email
              ? profile.email_verified
                ? profile.email
                : t`${profile.email}, not confirmed yet`
              : t`none yet`}
          </span>
        </summary>
        <Form
          action={email}
          label={t`Change the address`}
          done={t`Open the link in the mail that we have sent you.`}
          onSend={async ({ email: address = "", password: secret = "" }) => {
            await body(api.PUT("/api/v1/me/email", { body: { email: address, password: secret } }));
          }}
        >
          <Field label={t`New address`} name="email" type="email" required autocomplete="email" />
          <Field label={t`Your password`} name="password" type="password" required autocomplete="current-password" />
        </Form>
      </details>
      <details>
        <summary>
          <b>{t`Password`}</b>
        </summary>
        <Form
          action={password}
          label={t`Change the password`}
          done={t`Changed. All other devices are signed out.`}
          onSend={async ({ old_password = "", new_password = "" }) => {
            await body(api.PUT("/api/v1/me/password", { body: { old_password, new_password } }));
          }}
        >
          <Field label={t`The old one`} name="old_password" type="password" required autocomplete="current-password" />
          <Field
            label={t`The new one`}
            name="new_password"
            type="password"
            required
            minLength={SHORTEST}
            autocomplete="new-password"
          />
        </Form>
      </details>
    </>
  );
}

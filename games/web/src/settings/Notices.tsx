/** What the person hears of, by which channel, and when not. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { changeProfile } from "../account/profile";
import { api, body } from "../api/client";
import { account } from "../api/session";
import { Missing, useFetched } from "../app/Screen";
import { useAction } from "../app/useAction";
import { locale } from "../i18n";
import { kindName } from "../inbox/kinds";
import { Switch } from "../parts/Switch";
import { Field, Form } from "./Form";
import { type PushState, pushState, switchOff, switchOn } from "./push";

export function Notices() {
  return (
    <section id="notices">
      <h2>{t`Notices`}</h2>
      <ThisBrowser />
      <Channels />
      <QuietHours />
      <Vacation />
    </section>
  );
}

function ThisBrowser() {
  const [state, setState] = useState<PushState | null>(null);
  const action = useAction();
  const meta = useFetched(() => body(api.GET("/api/v1/meta")), []);
  useEffect(() => void pushState().then(setState), []);
  if (!state || !meta.data) return null;
  const key = meta.data.web_push_key;
  const why = !key
    ? t`This service does not send notices to browsers.`
    : state === "unsupported"
      ? t`This browser cannot show notices while the page is closed. On an iPhone, put the page on the home screen first.`
      : state === "denied"
        ? t`You have forbidden notices of this page. You can allow them in the settings of your browser.`
        : state === "unreachable"
          ? t`Your browser cannot reach its push service just now. Private windows have none. Try again later.`
          : t`You hear that it is your turn, even when this page is closed.`;
  return (
    <>
      <Switch
        label={t`Notices in this browser`}
        about={why}
        isOn={state === "on"}
        isDisabled={action.isBusy || !key || state === "unsupported" || state === "denied"}
        onChange={(isOn) => void action.run(async () => setState(await (isOn ? switchOn(key ?? "") : switchOff())))}
      />
      {action.fault && (
        <p class="wrong" role="alert">
          {action.fault}
        </p>
      )}
    </>
  );
}

function Channels() {
  const [version, setVersion] = useState(0);
  const found = useFetched(() => body(api.GET("/api/v1/me/notices/preferences")), [version]);
  if (!found.data) return <Missing of={found} />;
  const { items, mail_ready: mailReady } = found.data;

  async function change(kind: (typeof items)[number]["kind"], changed: { push?: boolean; mail?: boolean }) {
    const item = { kind: kind as "your-turn", ...changed };
    await body(api.PATCH("/api/v1/me/notices/preferences", { body: { items: [item] } }));
    setVersion(version + 1);
  }

  return (
    <>
      <table class="channels">
        <thead>
          <tr>
            <td />
            <th scope="col">{t`Devices`}</th>
            <th scope="col">{t`Mail`}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, push, mail }) => (
            <tr key={kind}>
              <th scope="row">{kindName(kind)}</th>
              <td>
                <input
                  type="checkbox"
                  aria-label={t`${kindName(kind)}: on your devices`}
                  checked={push}
                  onChange={(event) => void change(kind, { push: event.currentTarget.checked })}
                />
              </td>
              <td>
                <input
                  type="checkbox"
                  aria-label={t`${kindName(kind)}: by mail`}
                  checked={mail}
                  disabled={!mailReady}
                  onChange={(event) => void change(kind, { mail: event.currentTarget.checked })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!mailReady && <p class="hint">{t`Mails need an e-mail address that you have confirmed.`}</p>}
    </>
  );
}

function QuietHours() {
  const action = useAction();
  const hours = account.value?.quiet_hours;
  const zone = account.value?.time_zone ?? "";
  return (
    <div class="card-like">
      <h3>{t`Quiet hours`}</h3>
      <p>{t`In these hours nothing is sent to you, and no time of yours runs out if turns are long. They last at most nine hours.`}</p>
      <Form
        action={action}
        label={hours ? t`Change` : t`Set quiet hours`}
        done={t`Saved`}
        onSend={({ since = "", until = "" }) => changeProfile({ quiet_hours: { since, until } })}
      >
        <div class="row" key={hours ? `${hours.since}${hours.until}` : ""}>
          <Field label={t`From`} name="since" type="time" required defaultValue={hours?.since ?? "22:30"} />
          <Field label={t`Until`} name="until" type="time" required defaultValue={hours?.until ?? "07:00"} />
        </div>
        <p class="hint">{t`In your time zone, ${zone}.`}</p>
      </Form>
      {hours && (
        <button
          type="button"
          class="quiet"
          onClick={() => void action.run(() => changeProfile({ quiet_hours: null }))}
        >{t`No quiet hours`}</button>
      )}
    </div>
  );
}

const DAY = 86_400_000;

function Vacation() {
  const action = useAction();
  const [version, setVersion] = useState(0);
  const found = useFetched(() => body(api.GET("/api/v1/me/vacation")), [version]);
  if (!found.data) return null;
  const { until, days_left: left } = found.data;
  const days = Math.floor(left);
  const tomorrow = new Date(Date.now() + 1.5 * DAY);
  return (
    <div class="card-like">
      <h3>{t`Vacation`}</h3>
      <p>
        {until
          ? t`You are away until ${new Date(until).toLocaleString(locale())}. The clocks of your games for two stand still.`
          : plural(days, {
              one: "Nobody waits for you while you are away. You have # day left this year.",
              other: "Nobody waits for you while you are away. You have # days left this year.",
            })}
      </p>
      <Form
        action={action}
        label={until ? t`Change the end` : t`Go on vacation`}
        onSend={async ({ end = "" }) => {
          await body(api.PUT("/api/v1/me/vacation", { body: { until: new Date(end).toISOString() } }));
          setVersion(version + 1);
        }}
      >
        <Field
          label={t`Until`}
          name="end"
          type="datetime-local"
          required
          defaultValue={local(until ? new Date(until) : tomorrow)}
        />
      </Form>
      {until && (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void action.run(async () => {
              await body(api.DELETE("/api/v1/me/vacation"));
              setVersion(version + 1);
            })
          }
        >{t`I am back`}</button>
      )}
    </div>
  );
}

/** Return a time as a field for local times takes it. */
function local(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

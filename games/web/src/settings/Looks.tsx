/** How the page looks, sounds and feels on this device. */
import { t } from "@lingui/core/macro";
import { changeProfile } from "../account/profile";
import { account } from "../api/session";
import { Card } from "../cards/Card";
import { choose, LANGUAGES, type Language, language } from "../i18n";
import { forget } from "../learn/known";
import { looks, type Skin, setLooks } from "../looks/looks";
import { play } from "../looks/sounds";
import { Switch } from "../parts/Switch";

const SHOWN = ["AS", "KH", "QD", "JC", "7S"];

export function Looks() {
  const { scheme, skin, fourColour, sound, haptics, explains } = looks.value;
  return (
    <section id="looks">
      <h2>{t`Looks and sound`}</h2>
      <p class="hint">{t`For this device only.`}</p>
      <div class="columns">
        <label class="field">
          <b>{t`Language`}</b>
          <select value={language()} onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}>
            {Object.entries(LANGUAGES).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <b>{t`Light or dark`}</b>
          <select value={scheme} onChange={(event) => setLooks({ scheme: event.currentTarget.value as typeof scheme })}>
            <option value="system">{t`As the device`}</option>
            <option value="light">{t`Light`}</option>
            <option value="dark">{t`Dark`}</option>
          </select>
        </label>
        <label class="field">
          <b>{t`Cards`}</b>
          <select value={skin} onChange={(event) => setLooks({ skin: event.currentTarget.value as Skin | "table" })}>
            <option value="table">{t`As the variant wants`}</option>
            <option value="french">{t`French cards`}</option>
            <option value="german">{t`German cards`}</option>
            <option value="swiss">{t`Swiss cards`}</option>
          </select>
        </label>
      </div>
      <div class="sample" aria-hidden="true">
        {SHOWN.map((card) => (
          <Card key={card} card={card} skin={skin === "table" ? "french" : skin} fourColour={fourColour} />
        ))}
      </div>
      <Switch
        label={t`Four colours`}
        about={t`Each suit has a colour of its own.`}
        isOn={fourColour}
        onChange={(on) => setLooks({ fourColour: on })}
      />
      <Switch
        label={t`Sound`}
        about={t`Quiet sounds for cards, for your turn and for a win.`}
        isOn={sound}
        onChange={(on) => {
          setLooks({ sound: on });
          if (on) play("turn");
        }}
      />
      <Switch
        label={t`Explain as I play`}
        about={t`The table says what a special card or a move does when it first matters.`}
        isOn={explains}
        onChange={(on) => {
          if (on) forget();
          setLooks({ explains: on });
        }}
      />
      {"vibrate" in navigator && (
        <Switch
          label={t`Vibration`}
          about={t`A short tick when you play a card.`}
          isOn={haptics}
          onChange={(on) => setLooks({ haptics: on })}
        />
      )}
    </section>
  );
}

/** The service writes notices and mails in the language of the profile, so it must know. */
async function changeLanguage(tongue: Language): Promise<void> {
  if (account.value) await changeProfile({ locale: tongue }).catch(() => undefined);
  choose(tongue);
}

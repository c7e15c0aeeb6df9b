import { t } from "@lingui/core/macro";
import { Switch } from "../parts/Switch";
import type { Absence, Form } from "./form";

interface Props {
  form: Form;
  /** Why the game cannot be rated. */
  why: "guest" | "pace" | "options" | null;
  onChange: (form: Form) => void;
}

/** Who may see the game, whether it counts, and what happens when somebody stays away. */
export function Terms({ form, why, onChange }: Props) {
  return (
    <fieldset class="terms">
      <legend>{t`Table`}</legend>
      <Switch
        label={t`Public`}
        about={t`Everybody can find the table in the lobby, sit down, and watch the game.`}
        isOn={form.isPublic}
        onChange={(isPublic) => onChange({ ...form, isPublic })}
      />
      <Switch
        label={t`Rated`}
        about={
          why === "guest"
            ? t`Only for accounts with a password. You can choose one in the settings.`
            : why === "pace"
              ? t`A game without a clock cannot be rated.`
              : why === "options"
                ? t`A game with house rules cannot be rated.`
                : t`The result changes your rating.`
        }
        isOn={form.isRated && why === null}
        isDisabled={why !== null}
        onChange={(isRated) => onChange({ ...form, isRated })}
      />
      <details class="more">
        <summary>{t`Absent players, sealed chance`}</summary>
        <label class="field">
          <b>{t`When a player stays away`}</b>
          <select
            value={form.absence}
            onChange={(event) => onChange({ ...form, absence: event.currentTarget.value as Absence })}
          >
            <option value="draw-pass">{t`The clock draws and passes for them`}</option>
            <option value="bot">{t`A bot plays for them until they come back`}</option>
            <option value="remove">{t`They leave the game`}</option>
          </select>
        </label>
        <Switch
          label={t`Sealed chance`}
          about={t`Every player adds a secret to the shuffle, which nobody can fit to those of the others. The page does this for you. The game starts when everybody has opened theirs.`}
          isOn={form.isSealed}
          onChange={(isSealed) => onChange({ ...form, isSealed })}
        />
      </details>
    </fieldset>
  );
}

import { t } from "@lingui/core/macro";
import type { Variant } from "../api/types";
import { Icon } from "../icons/Icon";
import { seatName } from "../parts/words";
import { type Form, LEVELS, type Sitter, seated, withSeats } from "./form";

/** How many seats the table has, and who sits there. */
export function Seats({ form, variant, onChange }: { form: Form; variant: Variant; onChange: (form: Form) => void }) {
  const seats = form.others.length + 1;
  const { least, most } = variant.players;

  function sitDown(place: number, sitter: Sitter): void {
    onChange({ ...form, others: seated(form.others.map((each, at) => (at === place ? sitter : each))) });
  }

  return (
    <fieldset class="seats">
      <legend>{t`Seats`}</legend>
      <div class="row count">
        <button
          type="button"
          aria-label={t`One seat less`}
          disabled={seats <= least}
          onClick={() => onChange(withSeats(form, seats - 1))}
        >
          −
        </button>
        <output aria-live="polite">{seats}</output>
        <button
          type="button"
          aria-label={t`One seat more`}
          disabled={seats >= most}
          onClick={() => onChange(withSeats(form, seats + 1))}
        >
          +
        </button>
        <span class="hint">{t`${least} to ${most} players`}</span>
      </div>
      <ol>
        <li class="you">
          <Icon name="person" /> <b>{t`You`}</b>
        </li>
        {form.others.map((sitter, place) => (
          <li key={place} class={sitter === "person" ? "person" : "bot"}>
            <Icon name={sitter === "person" ? "people" : "bot"} />
            <select
              aria-label={t`Seat ${place + 2}`}
              value={sitter}
              onChange={(event) => sitDown(place, event.currentTarget.value as Sitter)}
            >
              <option value="person">{form.isPublic ? t`Anybody` : t`A friend`}</option>
              {LEVELS.map((level) => (
                <option key={level} value={level}>
                  {t`Bot: ${seatName({ seat: -1, player: null, bot: level }, null)}`}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

import { plural, t } from "@lingui/core/macro";
import type { OptionValue, Variant, VariantOption } from "../api/types";
import { Switch } from "../parts/Switch";
import { type Form, isSame, withOption } from "./form";

interface Props {
  form: Form;
  variant: Variant;
  onChange: (form: Form) => void;
}

/** The house rules of a variant. They are folded away while all are as usual. */
export function Options({ form, variant, onChange }: Props) {
  const changed = Object.keys(form.options).length;
  if (variant.options.length === 0) return null;
  return (
    <details class="options more">
      <summary>
        <b>{t`House rules`}</b>{" "}
        <span class="hint">
          {changed === 0 ? t`as usual` : plural(changed, { one: "# changed", other: "# changed" })}
        </span>
      </summary>
      {changed > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => onChange({ ...form, options: {} })}
        >{t`All as usual`}</button>
      )}
      <ul>
        {variant.options.map((option) => (
          <li key={option.name}>
            <Option
              option={option}
              value={form.options[option.name] ?? option.default_value}
              onChange={(value) => onChange(withOption(form, variant, option.name, value))}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface OptionProps {
  option: VariantOption;
  value: OptionValue;
  onChange: (value: OptionValue) => void;
}

function Option({ option, value, onChange }: OptionProps) {
  const id = `option-${option.name}`;
  if (value.flag !== undefined) {
    return (
      <Switch label={option.label} about={option.about} isOn={value.flag} onChange={(flag) => onChange({ flag })} />
    );
  }
  return (
    <div class="field">
      <label class="words" for={id}>
        <b>{option.label}</b>
        <small>{option.about}</small>
      </label>
      {option.choices.length > 0 ? (
        <select
          id={id}
          value={option.choices.findIndex((choice) => isSame(choice, value))}
          onChange={(event) => onChange(option.choices[event.currentTarget.selectedIndex] ?? option.default_value)}
        >
          {option.choices.map((choice, place) => (
            <option key={`${choice.number}${choice.choice}`} value={place}>
              {isSame(choice, option.default_value) ? t`${worded(choice)} (usual)` : worded(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="number"
          min={option.least ?? undefined}
          max={option.most ?? undefined}
          value={value.number}
          onChange={(event) => {
            const field = event.currentTarget;
            if (field.value && field.reportValidity()) onChange({ number: field.valueAsNumber });
          }}
        />
      )}
    </div>
  );
}

/** Return a value as the explanation of its option names it. */
function worded(value: OptionValue): string {
  return value.choice?.replaceAll("_", " ") ?? String(value.number);
}

import "./switch.css";

interface Props {
  label: string;
  /** What it does, in a sentence. */
  about?: string | undefined;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Something that is on or off, with its explanation. */
export function Switch({ label, about, isOn, isDisabled = false, onChange }: Props) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="words">
        <b>{label}</b>
        {about && <small>{about}</small>}
      </span>
    </label>
  );
}

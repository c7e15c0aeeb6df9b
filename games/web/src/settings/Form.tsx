import type { ComponentChildren, InputHTMLAttributes, TargetedSubmitEvent } from "preact";
import type { Action } from "../app/useAction";

interface Props {
  action: Action;
  /** What the button says. */
  label: string;
  /** What is said when it has worked. */
  done?: string;
  isPrimary?: boolean;
  onSend: (data: Record<string, string>) => Promise<unknown>;
  children: ComponentChildren;
}

/** A small form with one button. It gives its fields by their names. */
export function Form({ action, label, done, isPrimary, onSend, children }: Props) {
  function send(event: TargetedSubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = Object.fromEntries(new FormData(form)) as Record<string, string>;
    void action.run(async () => {
      await onSend(data);
      for (const field of form.querySelectorAll<HTMLInputElement>("input[type=password]")) field.value = "";
    });
  }
  return (
    <form class="small-form" onSubmit={send}>
      {children}
      {action.fault && (
        <p class="wrong" role="alert">
          {action.fault}
        </p>
      )}
      <div class="row">
        <button type="submit" class={isPrimary ? "primary" : ""} disabled={action.isBusy}>
          {label}
        </button>
        {action.isDone && done && (
          <span class="done" role="status">
            {done}
          </span>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  name: string;
  type?: "text" | "password" | "email" | "time" | "datetime-local";
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  defaultValue?: string;
  autocomplete?: string;
}

/** A field with its label. It gets its value from `defaultValue`, and the form reads it. */
export function Field({ label, hint, name, type = "text", autocomplete = "off", ...more }: FieldProps) {
  return (
    <label class="field">
      <span class="words">
        <b>{label}</b>
        {hint && <small>{hint}</small>}
      </span>
      <input {...({ ...more, name, type, autocomplete } as InputHTMLAttributes<HTMLInputElement>)} />
    </label>
  );
}

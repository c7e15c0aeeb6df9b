/** A text with a button that copies it. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";

export function Copied({ label, text, isLong = false }: { label: string; text: string; isLong?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const select = (event: FocusEvent) => (event.currentTarget as HTMLInputElement).select();
  return (
    <label class="copied">
      <span>{label}</span>
      {isLong ? (
        <textarea readOnly rows={4} value={text} onFocus={select} />
      ) : (
        <input readOnly value={text} onFocus={select} />
      )}
      <button type="button" onClick={() => void copy()} aria-live="polite">
        {isCopied ? t`Copied` : t`Copy`}
      </button>
    </label>
  );
}

import { t } from "@lingui/core/macro";
import { dismiss, type Toast, toasts } from "../account/toasts";
import { Icon } from "../icons/Icon";

/** Short messages at the edge of the screen. A screen reader says them when they come. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((shown) => (
        <Message key={shown.key} shown={shown} />
      ))}
    </div>
  );
}

function Message({ shown }: { shown: Toast }) {
  const { title, text, href, action, isFault } = shown;
  const words = (
    <>
      <b>{title}</b>
      {text && <span>{text}</span>}
    </>
  );
  return (
    <div class={isFault ? "toast fault" : "toast"}>
      {href ? (
        <a class="words" href={href} onClick={() => dismiss(shown)}>
          {words}
        </a>
      ) : (
        <span class="words">{words}</span>
      )}
      {action && (
        <button type="button" class="primary" onClick={action.run}>
          {action.label}
        </button>
      )}
      <button type="button" class="quiet" aria-label={t`Close this message`} onClick={() => dismiss(shown)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

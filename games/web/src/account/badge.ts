/** How many games wait for the person: in the title of every screen, and on the icon of the installed page. */
import { effect, signal } from "@preact/signals";

export const badge = signal(0);
/** How many notices are not read. */
export const unread = signal(0);

const title = document.title;
effect(() => {
  const count = badge.value;
  document.title = count > 0 ? `(${count}) ${title}` : title;
  // Only an installed page has an icon that can show a number. Elsewhere this is refused.
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
});

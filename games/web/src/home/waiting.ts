/** How many games wait for the person, on every screen and on the icon of the page. */
import { effect, signal } from "@preact/signals";

export const badge = signal(0);

const title = document.title;
effect(() => {
  document.title = badge.value > 0 ? `(${badge.value}) ${title}` : title;
});

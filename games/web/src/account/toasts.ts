/** Short messages above every screen: notices, and what went wrong. They go by themselves, or when they are read. */
import { signal } from "@preact/signals";
import type { Notice } from "../api/types";

export interface Toast {
  key: string;
  title: string;
  text: string;
  href: string | null;
  isFault?: boolean;
  /** A button instead of a link. */
  action?: { label: string; run: () => void };
  stays?: boolean;
}

export const toasts = signal<readonly Toast[]>([]);

const SHOWN = 9000;

/** Show a message. One with the same key is replaced. */
export function toast(shown: Toast): void {
  toasts.value = [...toasts.value.filter(({ key }) => key !== shown.key), shown].slice(-3);
  if (!shown.stays) setTimeout(() => dismiss(shown), SHOWN);
}

export function dismiss(shown: Toast): void {
  toasts.value = toasts.value.filter((each) => each !== shown);
}

/** Return the address that a notice leads to. */
export function addressOf(notice: Pick<Notice, "kind" | "game" | "invitation">): string {
  return notice.kind === "invitation" && notice.invitation ? `/join/${notice.invitation}` : `/g/${notice.game}`;
}

/** Whether a notice says what the screen at an address shows anyway. */
export function isShownAt(path: string, notice: Pick<Notice, "kind" | "game">): boolean {
  if (path === `/g/${notice.game}`) return true;
  return path === "/" && (notice.kind === "your-turn" || notice.kind === "invitation");
}

/** Show a notice, unless the person looks at its game. */
export function showNotice(notice: Notice): void {
  if (isShownAt(location.pathname, notice)) return;
  toast({ key: notice.game, title: notice.title, text: notice.body, href: addressOf(notice) });
}

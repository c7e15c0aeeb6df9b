/** The service worker of the page: it starts without a network, hears of new versions, and opens what was pushed. */
import { t } from "@lingui/core/macro";
import { effect } from "@preact/signals";
import { toast } from "../account/toasts";
import { account } from "../api/session";
import { noticeTexts } from "./noticeTexts";

const CHECKED = 3_600_000;
/** Milliseconds after which a page that stays open looks for a new version. */

/** Register the worker, and offer each new version. It never replaces a page that somebody uses. */
export async function install(): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    const { open } = data as { open?: string };
    if (open?.startsWith("/")) go(open);
  });
  const registration = await navigator.serviceWorker.register("/sw.js").catch(() => null);
  if (!registration) return;
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const fresh = registration.installing;
    fresh?.addEventListener("statechange", () => {
      if (fresh.state === "installed" && navigator.serviceWorker.controller) offer(fresh);
    });
  });
  setInterval(() => void registration.update().catch(() => undefined), CHECKED);
  const worker = await navigator.serviceWorker.ready;
  // The worker has no catalogue: it says what it is told here, in the language of the person.
  effect(() => {
    if (account.value) worker.active?.postMessage({ texts: noticeTexts() });
  });
}

/** Go to an address as a link would, without loading the page again. */
function go(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}

function offer(waiting: ServiceWorker | null): void {
  if (!waiting) return;
  toast({
    key: "update",
    title: t`There is a new version of this page`,
    text: t`You can finish your game first.`,
    href: null,
    stays: true,
    action: {
      label: t`Reload`,
      run: () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage({ activate: true });
      },
    },
  });
}

import { t } from "@lingui/core/macro";
import { signal } from "@preact/signals";

const isOffline = signal(!navigator.onLine);
addEventListener("online", () => (isOffline.value = false));
addEventListener("offline", () => (isOffline.value = true));

/** A line on top while the device has no network. */
export function Offline() {
  if (!isOffline.value) return null;
  return (
    <p class="offline" role="status">
      {t`You are offline. You see what was there before, and moves wait until there is a network.`}
    </p>
  );
}

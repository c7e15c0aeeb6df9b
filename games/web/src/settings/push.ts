/** Notices that reach this browser while the page is closed (Web Push, RFC 8030). */
import { api, body } from "../api/client";
import { account } from "../api/session";
import { storage } from "../storage";

const KEPT = "installation";
/** The id of this installation, and whether the person wants notices here. */
const WANTED = "push";

/** Milliseconds. Some browsers try for ever when they cannot reach their push service. */
const PATIENCE = 15_000;

/** `unreachable`: the browser did not get an address from its push service. */
export type PushState = "on" | "off" | "denied" | "unsupported" | "unreachable";

function installation(): string {
  const kept = storage.getItem(KEPT) ?? crypto.randomUUID();
  storage.setItem(KEPT, kept);
  return kept;
}

/** Return whether notices reach this browser. */
export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  return subscription && storage.getItem(WANTED) === account.value?.id ? "on" : "off";
}

/** Ask the browser for a subscription, and give its address to the service. Returns how it went. */
export async function switchOn(key: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await Promise.race([
    subscribe(worker, options),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE)),
  ]);
  if (!subscription) return "unreachable";
  await register(subscription);
  return "on";
}

/** Return the subscription of this browser, or null if it gets none. One with another key of the service is replaced. */
async function subscribe(
  worker: ServiceWorkerRegistration,
  options: PushSubscriptionOptionsInit,
): Promise<PushSubscription | null> {
  try {
    return await worker.pushManager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name !== "InvalidStateError") return null;
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(options).catch(() => null);
  }
}

/** Stop notices to this browser. */
export async function switchOff(): Promise<PushState> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  await forgetDevice();
  return "off";
}

/** Give the service the address that this browser has now: at each start, because it may have changed. */
export async function renewDevice(): Promise<void> {
  if ((await pushState()) !== "on") return;
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (subscription) await register(subscription);
}

/** Take this browser off the account, such as before somebody signs out. */
export async function forgetDevice(): Promise<void> {
  if (storage.getItem(WANTED) !== account.value?.id) return;
  storage.removeItem(WANTED);
  const path = { installation_id: installation() };
  await api.DELETE("/api/v1/me/devices/{installation_id}", { params: { path } });
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const address = { kind: "web_push", endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } as const;
  const path = { installation_id: installation() };
  await body(api.PUT("/api/v1/me/devices/{installation_id}", { params: { path }, body: address }));
  storage.setItem(WANTED, account.value?.id ?? "");
}

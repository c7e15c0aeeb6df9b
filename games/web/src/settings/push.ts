/** Notices that reach this browser while the page is closed (Web Push, RFC 8030). */
import { api, body } from "../api/client";
import { account } from "../api/session";

const KEPT = "installation";
/** The id of this installation, and whether the person wants notices here. */
const WANTED = "push";

export type PushState = "on" | "off" | "denied" | "unsupported";

function installation(): string {
  const kept = localStorage.getItem(KEPT) ?? crypto.randomUUID();
  localStorage.setItem(KEPT, kept);
  return kept;
}

/** Return whether notices reach this browser. */
export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  return subscription && localStorage.getItem(WANTED) === account.value?.id ? "on" : "off";
}

/** Ask the browser for a subscription, and give its address to the service. Returns how it went. */
export async function switchOn(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await register(subscription);
  return "on";
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
  if (localStorage.getItem(WANTED) !== account.value?.id) return;
  localStorage.removeItem(WANTED);
  const path = { installation_id: installation() };
  await api.DELETE("/api/v1/me/devices/{installation_id}", { params: { path } });
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const address = { kind: "web_push", endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } as const;
  const path = { installation_id: installation() };
  await body(api.PUT("/api/v1/me/devices/{installation_id}", { params: { path }, body: address }));
  localStorage.setItem(WANTED, account.value?.id ?? "");
}

/**
 * The service worker. It keeps the files of one build of the page, so that the page starts without a network, and shows
 * what is pushed. It keeps no answer of the API: what the page shows of a game, the page itself has kept.
 */
declare const self: ServiceWorkerGlobalScope;
/** The files of this build, and its name. The build writes them here (`vite.config.ts`). */
declare const __FILES__: readonly string[];
declare const __BUILD__: string;

interface Pushed {
  type: string;
  game: string;
  turn?: number | null;
}

const SHELL = `shell-${__BUILD__}`;
const TEXTS = "texts";
const SCREENS =
  /^\/(?:|new|lobby|watch|variants|standings|puzzles|inbox|settings|about|g\/[^/]+|v\/[^/]+|p\/[^/]+|join\/[^/]+)$/;

self.addEventListener("install", (event) => {
  // A file under its hash never changes, so the browser still has those that were in the last build.
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(["/", ...__FILES__])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener("message", ({ data }) => {
  if (data.activate) void self.skipWaiting();
  if (data.texts) void caches.open(TEXTS).then((kept) => kept.put("/texts", Response.json(data.texts)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (SCREENS.test(pathname)) event.respondWith(shell(request));
  } else if (pathname.startsWith("/app/")) event.respondWith(file(request));
});

self.addEventListener("push", (event) => {
  event.waitUntil(show((event.data?.json() ?? {}) as Pushed));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAt((event.notification.data as { address: string }).address));
});

/** Return the page of this build. A worker without it, because the browser has tidied up, asks the service. */
async function shell(request: Request): Promise<Response> {
  return (await caches.match("/", { cacheName: SHELL, ignoreVary: true })) ?? fetch(request);
}

/** Return a file of a build, and keep it: the catalogue of a language is fetched when it is first spoken. */
async function file(request: Request): Promise<Response> {
  // The service varies its answers by origin and encoding, but the page is of one origin.
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

async function dropOldBuilds(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Show a notice, one for each game, unless the person looks at that game. */
async function show({ type, game }: Pushed): Promise<void> {
  const address = game ? (type === "invitation" ? "/inbox" : `/g/${game}`) : "/";
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.focused && new URL(page.url).pathname === address)) return;
  const kept = await caches.match("/texts", { cacheName: TEXTS });
  const texts = (await kept?.json()) as Record<string, string> | undefined;
  await self.registration.showNotification(texts?.[type] ?? "Mau-Mau", {
    tag: game,
    icon: "/app-icon-192.png",
    data: { address },
  });
}

/** Open an address in a page that is open, or in a new one. */
async function openAt(address: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find((page) => new URL(page.url).pathname === address) ?? pages[0];
  if (!shown) {
    await self.clients.openWindow(address);
    return;
  }
  // A browser may refuse to bring a page to the front. It shows the table all the same.
  shown.postMessage({ open: address });
  await shown.focus().catch(() => undefined);
}

/** The service worker: serves the pages from a cache, and activates a new version when
 *  a page asks. */
export {}; // makes the file a module, so that its names are not global

declare const self: ServiceWorkerGlobalScope;
declare const __OFFLINE_LIST__: { readonly version: string; readonly list: readonly string[] };

const { version, list } = __OFFLINE_LIST__;
const CACHE = `byzanz-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...list])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate") event.respondWith(pageFromCache());
  else event.respondWith(fromCache(event.request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(String(event.notification.data ?? "/")));
});

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** Every page is the same file; its script shows the page that the address names. */
async function pageFromCache(): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match("/")) ?? fetch("/");
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

async function showPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((window) => new URL(window.url).pathname === path) ?? windows[0];
  await (open?.focus() ?? self.clients.openWindow(path));
}

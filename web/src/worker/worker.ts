/** The service worker: the shell without a network, and new versions when the page asks for them. */
export {}; // a module, so that its names are its own

declare const self: ServiceWorkerGlobalScope;
declare const __OFFLINE_LIST__: { readonly version: string; readonly list: readonly string[] };

const { version, list } = __OFFLINE_LIST__;
const CACHE = `byzanz-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...list])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate") event.respondWith(page());
  else event.respondWith(kept(event.request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(String(event.notification.data ?? "/")));
});

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** Every page is the same file; which one it is, the page sees by its address. */
async function page(): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match("/")) ?? fetch("/");
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

async function showPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((window) => new URL(window.url).pathname === path) ?? windows[0];
  await (open?.focus() ?? self.clients.openWindow(path));
}

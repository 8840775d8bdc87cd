/** The service worker: serves the pages from a cache, activates a new version when a page asks,
 *  and shows alerts that arrive while no page is open. */
export {}; // makes the file a module, so that its names are not global

declare const self: ServiceWorkerGlobalScope;
declare const __OFFLINE_LIST__: { readonly version: string; readonly list: readonly string[] };

const { version, list } = __OFFLINE_LIST__;
const CACHE = `byzanz-${version}`;
/** The start page: `/` on a server; a folder of plain files may be anywhere. */
const ROOT = new URL("./", location.href);
const files = list.map((path) => new URL(`.${path}`, ROOT).href);
/** Caches whose names begin so have the game that plays without a server; see `device/`. */
const DEVICE_CACHES = "byzanz-device";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
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
  if (url.pathname.startsWith(`${ROOT.pathname}api/`)) return;
  if (event.request.mode === "navigate") event.respondWith(pageFromCache());
  else event.respondWith(fromCache(event.request));
});

self.addEventListener("push", (event) => {
  event.waitUntil(showAlert(event.data));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event as SubscriptionChange));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(pathOf(event.notification)));
});

/** What the server says in an alert; see `messages.py`. */
interface Alert {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly path: string;
}

/** Browsers demand that every message is shown. One that was sent twice, or that belongs to the
 *  same table, replaces the earlier one; only a new one makes a sound again. */
async function showAlert(data: PushMessageData | null): Promise<void> {
  const alert = readAlert(data);
  const shown = await self.registration.getNotifications({ tag: alert.path });
  const isKnown = shown.some(({ data }) => (data as Alert | null)?.id === alert.id);
  const options: NotificationOptions & { renotify: boolean } = {
    body: alert.text,
    icon: new URL("icons/icon-192.png", ROOT).href,
    badge: new URL("icons/icon-192.png", ROOT).href,
    lang: alert.language,
    tag: alert.path,
    renotify: shown.length > 0 && !isKnown,
    silent: isKnown,
    data: alert,
  };
  await self.registration.showNotification(alert.title, options);
}

/** A message that this version cannot read leads to the start page, with the person's tables. */
function readAlert(data: PushMessageData | null): Alert {
  const unknown = { id: "", language: "en", title: "Byzanz", text: "", path: "/" };
  try {
    const alert = { ...unknown, ...(data?.json() as Partial<Alert>) };
    return isOwnPath(alert.path) ? alert : { ...alert, path: "/" };
  } catch {
    return unknown;
  }
}

function isOwnPath(path: unknown): boolean {
  return typeof path === "string" && new URL(path, location.origin).origin === location.origin;
}

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** The browser replaces the subscription: tell the server. If that fails, the next visit does. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  if (!oldSubscription) return;
  const { applicationServerKey } = oldSubscription.options;
  const options = { userVisibleOnly: true, applicationServerKey };
  const renewed = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = renewed.toJSON();
  const subscription = { address: endpoint, key: keys?.p256dh, secret: keys?.auth };
  await fetch(`/api/me/alerts/devices/${await idOf(oldSubscription.endpoint)}/renew`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subscription }),
  });
}

/** The id of a device at the server: the first half of the hash of its address. */
async function idOf(address: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  const bytes = [...new Uint8Array(hash).slice(0, 16)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The page that a notification is about; pages give its path, alerts themselves. */
function pathOf({ data }: Notification): string {
  return typeof data === "string" ? data : ((data as Alert | null)?.path ?? "/");
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name !== CACHE && !name.startsWith(DEVICE_CACHES));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Every page is the same file; its script shows the page that the address names. */
async function pageFromCache(): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(ROOT)) ?? fetch(ROOT);
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

async function showPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((window) => new URL(window.url).pathname === path);
  await (open?.focus() ?? self.clients.openWindow(path));
}

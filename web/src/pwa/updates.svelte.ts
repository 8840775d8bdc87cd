/** Detects a new version of the pages: by the service worker or, without one, by the server's start
 *  page; by a missing file; or by a message of the server. */
import { fileAt } from "../site";

const CHECK_INTERVAL = 600_000; // milliseconds; some pages stay open for days
let waiting: ServiceWorker | null = null;
let isAvailable = $state(false);

export function hasUpdate(): boolean {
  return isAvailable;
}

/** Offer a reload, because the server has another version or other files. */
export function offerReload(): void {
  isAvailable = true;
}

let check: () => Promise<unknown> = comparePages;

/** Check now; a server that was away may have come back with another version. */
export function checkForUpdate(): void {
  void check().catch(() => undefined); // the network may be down
}

/** Compare the script of the server's start page with this page's; its name changes
 *  with every build. */
async function comparePages(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  const page = await fetch(fileAt("/"), { cache: "no-cache" });
  if (script === null || !page.ok) return;
  if (!(await page.text()).includes(new URL(script.src).pathname)) offerReload();
}

/** Register the service worker, which keeps the pages available offline, and check for new
 *  versions. */
export async function watchForUpdates(): Promise<void> {
  addEventListener("vite:preloadError", offerReload);
  setInterval(checkForUpdate, CHECK_INTERVAL);
  if (!("serviceWorker" in navigator) || location.protocol !== "https:") return;
  const registration = await navigator.serviceWorker.register(fileAt("/worker.js"));
  offerWorker(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  check = () => registration.update();
  checkForUpdate();
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener(
    "statechange",
    () => worker.state === "installed" && offerWorker(worker),
  );
}

/** Offer a worker that waits, unless it is the first one on this device. */
function offerWorker(worker: ServiceWorker | null): void {
  if (worker === null || navigator.serviceWorker.controller === null) return;
  waiting = worker;
  isAvailable = true;
}

/** Load the new version. Every move is on the server, so nothing is lost. */
export function installUpdate(): void {
  if (waiting === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}

/** A new version of the page: found by the service worker, by a missing file, or told by the server. */
const LOOK = 3_600_000; // milliseconds; some pages stay open for days
let waiting: ServiceWorker | null = null;
let isThere = $state(false);

export function hasUpdate(): boolean {
  return isThere;
}

/** The server speaks another version, or has other files: only a reload helps. */
export function needUpdate(): void {
  isThere = true;
}

/** Keep the shell for times without a network, and look out for new versions. */
export async function watchForUpdates(): Promise<void> {
  addEventListener("vite:preloadError", needUpdate);
  if (!("serviceWorker" in navigator) || location.protocol !== "https:") return;
  const registration = await navigator.serviceWorker.register("/worker.js");
  offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  const look = () => void registration.update().catch(() => undefined); // maybe without a network
  look();
  setInterval(look, LOOK);
}

function watch(coming: ServiceWorker | null): void {
  coming?.addEventListener("statechange", () => coming.state === "installed" && offer(coming));
}

/** The first one of all is no update. */
function offer(worker: ServiceWorker | null): void {
  if (worker === null || navigator.serviceWorker.controller === null) return;
  waiting = worker;
  isThere = true;
}

/** Load the new version. Every move is on the server, so nothing is lost. */
export function takeUpdate(): void {
  if (waiting === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}

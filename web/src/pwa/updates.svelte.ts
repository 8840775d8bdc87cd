/** A new version of the page: found by the service worker or, without one, by the server's page; by
 *  a missing file; or told by the server. */
const LOOK = 600_000; // milliseconds; some pages stay open for days
let waiting: ServiceWorker | null = null;
let isThere = $state(false);

export function hasUpdate(): boolean {
  return isThere;
}

/** The server speaks another version, or has other files: only a reload helps. */
export function offerReload(): void {
  isThere = true;
}

let look: () => Promise<unknown> = comparePages;

/** Look now: a server that was away may have come back as another. */
export function checkForUpdate(): void {
  void look().catch(() => undefined); // maybe without a network
}

/** Does the server's page still begin with this one's script? Its name changes with every build. */
async function comparePages(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  const page = await fetch("/", { cache: "no-cache" });
  if (script === null || !page.ok) return;
  if (!(await page.text()).includes(new URL(script.src).pathname)) offerReload();
}

/** Keep the shell for times without a network, and look out for new versions. */
export async function watchForUpdates(): Promise<void> {
  addEventListener("vite:preloadError", offerReload);
  setInterval(checkForUpdate, LOOK);
  if (!("serviceWorker" in navigator) || location.protocol !== "https:") return;
  const registration = await navigator.serviceWorker.register("/worker.js");
  offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  look = () => registration.update();
  checkForUpdate();
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
export function installUpdate(): void {
  if (waiting === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}

/** System notifications, which browsers do not offer on plain http. */
import { fileAt } from "../site";

const ICON = fileAt("/icons/icon-192.png");

export function canNotify(): boolean {
  return "Notification" in window && isSecureContext && Notification.permission !== "denied";
}

/** Ask the reader for permission; true if it is given. */
export async function requestPermission(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Show a notification; it replaces an earlier one for the same page. */
export function notify(title: string, body: string, path: string): void {
  if (!canNotify() || Notification.permission !== "granted") return;
  const options = { body, icon: ICON, tag: path, data: path };
  const shown = navigator.serviceWorker?.controller
    ? navigator.serviceWorker.ready.then((worker) => worker.showNotification(title, options))
    : undefined;
  if (shown === undefined) showWithoutWorker(title, options);
}

function showWithoutWorker(title: string, options: NotificationOptions): void {
  try {
    new Notification(title, options).onclick = () => window.focus();
  } catch {
    // Phones show notifications only through a service worker.
  }
}

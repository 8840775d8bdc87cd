/** Notifications of the system, where the browser has them: not on plain http. */
const ICON = "/icons/icon-192.png";

export function canNotify(): boolean {
  return "Notification" in window && isSecureContext && Notification.permission !== "denied";
}

/** Ask the reader's leave; whether it is given. */
export async function requestPermission(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Show one, in the place of an earlier one for the same page. */
export function notify(title: string, body: string, path: string): void {
  if (!canNotify() || Notification.permission !== "granted") return;
  const options = { body, icon: ICON, tag: path, data: path };
  const shown = navigator.serviceWorker?.controller
    ? navigator.serviceWorker.ready.then((worker) => worker.showNotification(title, options))
    : undefined;
  if (shown === undefined) showPlain(title, options);
}

function showPlain(title: string, options: NotificationOptions): void {
  try {
    new Notification(title, options).onclick = () => window.focus();
  } catch {
    // Phones show them by a service worker only.
  }
}

/** What this browser needs to show alerts while no page is open. */

/** Why alerts are not possible here; null if they are. */
export type Missing = "https" | "install" | "browser" | "denied";

export function missingHere(): Missing | null {
  if (location.protocol !== "https:") return "https";
  if (isAppleTouchDevice() && !isInstalled()) return "install";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "browser";
  return Notification.permission === "denied" ? "denied" : null;
}

/** Are alerts worth an offer here, which nobody has asked for? */
export function isWorthOffering(): boolean {
  return [null, "install"].includes(missingHere());
}

/** Phones and tablets of Apple show alerts only for pages on the home screen. */
function isAppleTouchDevice(): boolean {
  const isDesktopLike = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || isDesktopLike;
}

function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean }; // Safari's own property
  return standalone === true || matchMedia("(display-mode: standalone)").matches;
}

/** Title, icon and notification, by which a player in another tab learns that it is their turn. */
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";
import { notify } from "../pwa/notifications";
import { fileAt } from "../site";

const ICON = "/icons/favicon.svg";
const TURN_ICON = "/icons/favicon-turn.svg";

/** Set the page's title and icon. */
export function showPageTitle(name: string, isMyTurn: boolean): void {
  document.title = isMyTurn
    ? `● ${t("turn.title")} · Byzanz`
    : name
      ? `${name} · Byzanz`
      : "Byzanz";
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = fileAt(isMyTurn ? TURN_ICON : ICON);
}

/** Send a notification if the page is hidden and notifications are on. */
export function notifyTurn(path: string): void {
  if (document.hidden && settings.notifications) notify(t("turn.title"), t("turn.body"), path);
}

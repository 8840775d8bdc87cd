/** "Your turn" where one sees it from another tab: in the title, the icon, and a notification. */
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";
import { notify } from "../pwa/notifications";

const ICON = "/icons/favicon.svg";
const TURN_ICON = "/icons/favicon-turn.svg";

/** Show the page's name, and whether it waits for its reader. */
export function signal(name: string, isMyTurn: boolean): void {
  document.title = isMyTurn
    ? `● ${t("turn.title")} · Byzanz`
    : name
      ? `${name} · Byzanz`
      : "Byzanz";
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = isMyTurn ? TURN_ICON : ICON;
}

/** Call whoever looks elsewhere. */
export function call(path: string): void {
  if (document.hidden && settings.notifications) notify(t("turn.title"), t("turn.body"), path);
}

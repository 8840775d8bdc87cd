/** Where the pages come from: a server, or a folder of plain files that `byzanz site` has written.
 *
 *  Such a folder may be anywhere below a path, and its host knows no page but one. So its addresses
 *  are relative, and the path of a page stands behind a `#`. */

/** Whether no server of the game is behind these pages. */
export const isSite = document.documentElement.hasAttribute("data-site");

/** Whether the pages load without a network: in a folder of files the browser has fetched them, over
 *  https the service worker has. */
export function worksOffline(): boolean {
  return isSite || Boolean(navigator.serviceWorker?.controller);
}

/** The address of a file of the pages, by its path on a server. */
export function fileAt(path: string): string {
  return isSite ? `.${path}` : path;
}

/** The address of a page, by its path on a server. */
export function pageAt(path: string): string {
  return isSite ? `#${path}` : path;
}

/** The path and the query of the page that is shown, as on a server. */
export function shownPage(): { readonly pathname: string; readonly search: string } {
  if (!isSite) return location;
  const { pathname, search } = new URL(location.hash.slice(1) || "/", "http://site");
  return { pathname, search };
}

/** The whole address of a page, to send it to somebody. */
export function linkTo(path: string): string {
  return new URL(pageAt(path), location.href).href;
}

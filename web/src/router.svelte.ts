/** The page of an address, and navigation by the browser's history. */
import { isSite, pageAt, shownPage } from "./site";

export type Route =
  | {
      readonly page:
        | "start"
        | "join"
        | "device"
        | "rules"
        | "tutorial"
        | "licences"
        | "games"
        | "puzzles"
        | "lost";
    }
  | { readonly page: "room"; readonly room: string }
  | { readonly page: "code"; readonly code: string }
  | { readonly page: "challenge"; readonly challenge: string }
  | { readonly page: "replay" | "analysis"; readonly replay: string }
  /** Without a day: today. */
  | { readonly page: "daily"; readonly day: string };

const ID = /^(device-)?[0-9a-f]{32}$/; // of a server, or of the game on this device
const CODE = /^[A-Za-z]{3,10}-?[0-9]{0,4}$/;
const PAGES = ["join", "device", "rules", "tutorial", "licences", "games", "puzzles"] as const;

let path = $state(shownPage().pathname);
const route = $derived(routeOf(path));

export function currentRoute(): Route {
  return route;
}

export function routeOf(path: string): Route {
  const [, first = "", second = "", third = "", ...rest] = path.replace(/\/$/, "").split("/");
  if (rest.length > 0) return { page: "lost" };
  if (first === "replay" && ID.test(second)) {
    if (third === "") return { page: "replay", replay: second };
    if (third === "analysis") return { page: "analysis", replay: second };
  }
  if (third !== "") return { page: "lost" };
  if (first === "r" && ID.test(second)) return { page: "room", room: second };
  if (first === "c" && ID.test(second)) return { page: "challenge", challenge: second };
  if (first === "t" && CODE.test(second)) return { page: "code", code: second };
  if (first === "day") return { page: "daily", day: second };
  if (second !== "") return { page: "lost" };
  if (first === "") return { page: "start" };
  return { page: PAGES.find((page) => page === first) ?? "lost" };
}

export function navigate(to: string): void {
  history.pushState(null, "", pageAt(to));
  showAddress();
}

/** Go to an address that replaces this page in the history. */
export function replaceAddress(to: string): void {
  history.replaceState(null, "", pageAt(to));
  showAddress();
}

function showAddress(): void {
  path = shownPage().pathname;
  scrollTo(0, 0);
}

/** Follow Back, Forward and links within the site without loading the page again. */
export function startRouting(): void {
  addEventListener("popstate", () => (path = shownPage().pathname));
  if (isSite) for (const type of ["pointerover", "focusin"]) addEventListener(type, point);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || !isPlain(event)) return;
    const page = isSite ? sitePageOf(link) : isInternal(link) && pageOf(link);
    if (!page) return;
    event.preventDefault();
    navigate(page);
  });
}

/** In a folder of files, let a link lead to its page also in a new tab, before anybody uses it. */
function point({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  const path = link?.getAttribute("href");
  if (path?.startsWith("/")) link!.setAttribute("href", pageAt(path));
}

/** The page to which a link in a folder of files leads; empty if it leads elsewhere. */
function sitePageOf(link: HTMLAnchorElement): string {
  const path = link.getAttribute("href")?.replace(/^#(?=\/)/, "") ?? "";
  return path.startsWith("/") && link.target === "" && !link.hasAttribute("download") ? path : "";
}

function pageOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}

function isPlain(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}

function isInternal(link: HTMLAnchorElement): boolean {
  const opensElsewhere = link.target !== "" || link.hasAttribute("download");
  const isWithinPage = link.pathname === location.pathname && link.hash !== "";
  return (
    link.origin === location.origin &&
    !opensElsewhere &&
    !isWithinPage &&
    !link.pathname.startsWith("/api/")
  );
}

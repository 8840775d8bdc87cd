/** Which page an address shows, and navigation by the browser's history. */
export type Route =
  | { readonly page: "start" | "join" | "device" | "rules" | "tutorial" | "licences" | "lost" }
  | { readonly page: "room"; readonly room: string }
  | { readonly page: "code"; readonly code: string }
  | { readonly page: "replay" | "analysis"; readonly replay: string };

const ID = /^[0-9a-f]{32}$/;
const CODE = /^[A-Za-z]{3,10}-?[0-9]{0,4}$/;
const PAGES = ["join", "device", "rules", "tutorial", "licences"] as const;

let path = $state(location.pathname);
const route = $derived(routeOf(path));

export function currentRoute(): Route {
  return route;
}

export function routeOf(path: string): Route {
  const [, first = "", second = "", third = "", ...further] = path.replace(/\/$/, "").split("/");
  if (further.length > 0) return { page: "lost" };
  if (first === "replay" && ID.test(second)) {
    if (third === "") return { page: "replay", replay: second };
    if (third === "analysis") return { page: "analysis", replay: second };
  }
  if (third !== "") return { page: "lost" };
  if (first === "r" && ID.test(second)) return { page: "room", room: second };
  if (first === "t" && CODE.test(second)) return { page: "code", code: second };
  if (second !== "") return { page: "lost" };
  if (first === "") return { page: "start" };
  return { page: PAGES.find((page) => page === first) ?? "lost" };
}

export function navigate(to: string): void {
  history.pushState(null, "", to);
  arrive();
}

/** Go there and drop this page from the history. */
export function replaceAddress(to: string): void {
  history.replaceState(null, "", to);
  arrive();
}

function arrive(): void {
  path = location.pathname;
  scrollTo(0, 0);
}

/** Follow Back and Forward, and links within the site without loading anew. */
export function startRouting(): void {
  addEventListener("popstate", () => (path = location.pathname));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || !isPlain(event) || !isOurs(link)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}

function isPlain(event: MouseEvent): boolean {
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasKey && !event.defaultPrevented;
}

function isOurs(link: HTMLAnchorElement): boolean {
  const leadsAway = link.target !== "" || link.hasAttribute("download");
  const isWithin = link.pathname === location.pathname && link.hash !== "";
  return (
    link.origin === location.origin && !leadsAway && !isWithin && !link.pathname.startsWith("/api/")
  );
}

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const ROOM = "device-0123456789abcdef0123456789abcdef";
let router: typeof import("../../src/router.svelte");

beforeAll(async () => {
  document.documentElement.setAttribute("data-site", "");
  history.replaceState(null, "", "/games/byzanz/");
  window.scrollTo = () => undefined; // the browser of these tests has none
  router = await import("../../src/router.svelte");
  router.startRouting();
});
beforeEach(() => router.navigate("/"));
afterAll(() => {
  document.documentElement.removeAttribute("data-site");
  history.replaceState(null, "", "/");
});

function link(href: string): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.setAttribute("href", href);
  document.body.append(anchor);
  return anchor;
}

test("a page is behind the hash, below any path", () => {
  const { currentRoute, navigate } = router;
  expect(currentRoute()).toEqual({ page: "start" });
  navigate(`/replay/${ROOM}?at=3`);
  expect(location.pathname).toBe("/games/byzanz/");
  expect(location.hash).toBe(`#/replay/${ROOM}?at=3`);
  expect(currentRoute()).toEqual({ page: "replay", replay: ROOM });
});

test("the position is read from behind the hash", async () => {
  history.replaceState(null, "", `/games/byzanz/#/replay/${ROOM}?at=3`);
  const { shownPage, linkTo, fileAt } = await import("../../src/site");
  expect(shownPage()).toEqual({ pathname: `/replay/${ROOM}`, search: "?at=3" });
  expect(linkTo("/rules")).toBe(`${location.origin}/games/byzanz/#/rules`);
  expect(fileAt("/cards/l/C1.svg")).toBe("./cards/l/C1.svg");
});

test("a click follows a link, written either way", () => {
  for (const [href, page] of [
    ["/rules", "rules"],
    ["#/tutorial", "tutorial"],
  ] as const) {
    link(href).click();
    expect(router.currentRoute()).toEqual({ page });
  }
});

test("a link leads to its page in another tab, once the pointer or the focus is there", () => {
  const anchor = link("/rules");
  anchor.dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(anchor.href).toBe(`${location.origin}/games/byzanz/#/rules`);
  const other = link("/puzzles");
  other.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(other.getAttribute("href")).toBe("#/puzzles");
});

test("what leads elsewhere or is saved is left to the browser", () => {
  const saved = link("/record.byz");
  saved.download = "game.byz";
  saved.addEventListener("click", (event) => event.preventDefault());
  saved.click();
  expect(router.currentRoute()).toEqual({ page: "start" });
});

import { afterEach, expect, test, vi } from "vitest";
import { preferredLanguage } from "../src/settings/settings.svelte";

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.restoreAllMocks();
});

async function fresh() {
  vi.resetModules();
  return (await import("../src/settings/settings.svelte")).settings;
}

test.each([
  [["nl-BE", "en"], "nl"],
  [["fr", "it-CH"], "it"],
  [["fr"], "en"],
  [[], "en"],
])("of %j the first supported language is chosen", (wanted, expected) => {
  expect(preferredLanguage(wanted)).toBe(expected);
});

test("settings are stored for the next visit", async () => {
  (await fresh()).change({ name: "Livia", theme: "dark", seatCount: 6 });
  const later = await fresh();
  expect([later.name, later.theme, later.seatCount, later.sound]).toEqual([
    "Livia",
    "dark",
    6,
    false,
  ]);
});

test.each(["{", "null", "[1]", '{"theme": "pink", "name": 7, "sound": "yes", "__proto__": {}}'])(
  "invalid stored settings are ignored: %s",
  async (text) => {
    localStorage.setItem("byzanz.settings", text);
    const settings = await fresh();
    expect([settings.theme, settings.name, settings.sound]).toEqual(["system", "", false]);
  },
);

test("without storage, settings last for this visit", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no");
  });
  const settings = await fresh();
  settings.change({ name: "Leo" });
  expect(settings.name).toBe("Leo");
});

test("a visitor is new until their first game or the tutorial", async () => {
  const first = await fresh();
  expect([first.isNew, first.tipsSeen, first.strength]).toEqual([true, [], "greedy"]);
  first.change({ language: "it" });
  expect((await fresh()).isNew).toBe(true);
  first.change({ isNew: false, tipsSeen: ["goal"] });
  const later = await fresh();
  expect([later.isNew, later.tipsSeen]).toEqual([false, ["goal"]]);
});

test("a player of an earlier version is not new, gets no tips and keeps the strength", async () => {
  localStorage.setItem("byzanz.settings", '{"name": "Livia", "strength": "expert"}');
  const settings = await fresh();
  expect([settings.isNew, settings.tipsSeen.length, settings.strength]).toEqual([
    false,
    3,
    "expert",
  ]);
});

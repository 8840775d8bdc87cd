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
])("of %j the first that is spoken", (wanted, expected) => {
  expect(preferredLanguage(wanted)).toBe(expected);
});

test("the next visit remembers", async () => {
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
  "what means nothing is passed over: %s",
  async (text) => {
    localStorage.setItem("byzanz.settings", text);
    const settings = await fresh();
    expect([settings.theme, settings.name, settings.sound]).toEqual(["system", "", false]);
  },
);

test("without storage, this visit remembers", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no");
  });
  const settings = await fresh();
  settings.change({ name: "Leo" });
  expect(settings.name).toBe("Leo");
});

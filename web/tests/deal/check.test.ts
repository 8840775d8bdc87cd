import { readFileSync, readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { checkDeal } from "../../src/deal/check";
import { storeDeal, loadDeal } from "../../src/deal/storedDeals";

const FOLDER = "../tests/deal/records";
const RECORDS = readdirSync(FOLDER).map((name) => [
  name,
  readFileSync(`${FOLDER}/${name}`, "utf8"),
]);

function failing(record: string, note: Parameters<typeof checkDeal>[1] = null): string[] {
  return (checkDeal(record, note) ?? []).filter(({ holds }) => !holds).map(({ check }) => check);
}

describe.each(RECORDS)("%s", (_, record) => {
  const text = record!;
  const nonce = /^nonce \d (\w+)$/m.exec(text)?.[1] ?? "";
  const commitment = /^commitment (\w+)$/m.exec(text)?.[1] ?? "";

  test("passes all checks", () => {
    expect(failing(text, { nonce, commitment })).toEqual([]);
    expect(checkDeal(text, { nonce, commitment })?.length).toBeGreaterThan(3);
  });

  test("fails if cards are exchanged", () => {
    const [, first, second] = /^deck (\w+) (\w+)/m.exec(text)!;
    const changed = text.replace(/^deck \w+ \w+/m, `deck ${second} ${first}`);
    expect(failing(changed)).toEqual(first === second ? [] : ["deck"]);
  });

  test("another nonce changes the deck", () => {
    expect(failing(text.replace(nonce, "0".repeat(32)))).toContain("deck");
    expect(failing(text, { nonce: "0".repeat(32) })).toEqual(["nonce"]);
  });

  test("another secret or commitment is found", () => {
    const other = text.replace(/^(secret )\w/m, (_, word: string) => `${word}f`);
    if (other !== text) expect(failing(other)).toContain("commitment");
    expect(failing(text, { nonce, commitment: "0".repeat(64) })).toEqual(["noted"]);
  });
});

test("a given deck has nothing to check", () => {
  expect(checkDeal("format byzanz-1\nplayer A\nplayer B\nplayer C\ndeck C1\n", null)).toBeNull();
});

describe("notes", () => {
  afterEach(() => localStorage.clear());

  test("are kept for each room, the latest fifty", () => {
    for (let room = 0; room < 60; room++) storeDeal(`room ${room}`, { nonce: String(room) });
    storeDeal("room 59", { nonce: "again" });
    expect(loadDeal("room 59")).toEqual({ nonce: "again" });
    expect(loadDeal("room 11")).toEqual({ nonce: "11" });
    expect(loadDeal("room 9")).toBeNull();
  });

  test("broken storage is ignored", () => {
    localStorage.setItem("byzanz.deals", "{");
    expect(loadDeal("room")).toBeNull();
  });
});

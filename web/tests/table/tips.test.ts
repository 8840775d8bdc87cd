import { describe, expect, test } from "vitest";
import { TIPS, type Tip } from "../../src/settings/settings.svelte";
import type { Situation } from "../../src/table/situation";
import { isDone, tipAt, type TipMoment } from "../../src/table/hint/tips.svelte";

function moment(situation: Situation, hasSet = false, profitCount = 0): TipMoment {
  return { situation, hasSet, profitCount };
}

test.each<[string, TipMoment, readonly Tip[], Tip | null]>([
  ["the goal at the first decision to bid", moment("bid"), [], "goal"],
  ["the goal before a set that was dealt", moment("bid", true), [], "goal"],
  ["nothing while others bid", moment("bid-wait", true), [], null],
  ["the market at the first choice of a stall", moment("take", true), ["goal"], "market"],
  ["selling once a set is there, on any turn", moment("bid-wait", true), ["goal"], "sell"],
  ["selling also over the limit", moment("limit", true), ["goal", "market"], "sell"],
  ["nothing in the closing sales", moment("close", true), ["goal"], null],
  ["nothing without a set", moment("bid"), ["goal"], null],
  ["each tip only once", moment("take", true), TIPS, null],
])("%s", (_, at, seen, expected) => {
  expect(tipAt(at, seen)).toBe(expected);
});

describe("a tip disappears", () => {
  test("with the bid or the choice", () => {
    expect(isDone("goal", moment("bid"), moment("bid", true))).toBe(false);
    expect(isDone("goal", moment("bid"), moment("bid-wait"))).toBe(true);
    expect(isDone("market", moment("take"), moment("take-wait"))).toBe(true);
  });

  test("with the sale, even if another set is left, or when the set is broken", () => {
    const before = moment("bid-wait", true, 1);
    expect(isDone("sell", before, moment("take", true, 1))).toBe(false);
    expect(isDone("sell", before, moment("bid-wait", true, 2))).toBe(true);
    expect(isDone("sell", before, moment("bid", false, 1))).toBe(true);
  });
});

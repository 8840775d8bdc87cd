import { describe, expect, test } from "vitest";
import { TIPS, type Tip } from "../../src/settings/settings.svelte";
import type { Situation } from "../../src/table/situation";
import { isDone, tipAt, type TipMoment } from "../../src/table/tips.svelte";

function moment(situation: Situation, hasSet = false, profitCount = 0): TipMoment {
  return { situation, hasSet, profitCount };
}

test.each<[string, TipMoment, readonly Tip[], Tip | null]>([
  ["the goal at the first own bid", moment("bid"), [], "goal"],
  ["before a set that was dealt", moment("bid", true), [], "goal"],
  ["nothing while others bid", moment("bid-wait", true), [], null],
  ["the market at the first own choice", moment("take", true), ["goal"], "market"],
  ["selling once a set is there, on any turn", moment("bid-wait", true), ["goal"], "sell"],
  ["selling also over the limit", moment("limit", true), ["goal", "market"], "sell"],
  ["not where nothing but selling is left", moment("close", true), ["goal"], null],
  ["no set, no tip", moment("bid"), ["goal"], null],
  ["each once", moment("take", true), TIPS, null],
])("%s", (_, at, seen, expected) => {
  expect(tipAt(at, seen)).toBe(expected);
});

describe("a tip is gone", () => {
  test("with the bid or the choice itself", () => {
    expect(isDone("goal", moment("bid"), moment("bid", true))).toBe(false);
    expect(isDone("goal", moment("bid"), moment("bid-wait"))).toBe(true);
    expect(isDone("market", moment("take"), moment("take-wait"))).toBe(true);
  });

  test("with the sale, even if another set is left, or with the set", () => {
    const before = moment("bid-wait", true, 1);
    expect(isDone("sell", before, moment("take", true, 1))).toBe(false);
    expect(isDone("sell", before, moment("bid-wait", true, 2))).toBe(true);
    expect(isDone("sell", before, moment("bid", false, 1))).toBe(true);
  });
});

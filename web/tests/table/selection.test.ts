import { expect, test } from "vitest";
import {
  bidTotal,
  cardsAt,
  carriedOver,
  placesOf,
  sameCards,
  toggled,
} from "../../src/table/selection";
import type { Card } from "../../src/protocol/types";

const HAND: Card[] = ["C1", "C1", "G2", "W4", "M"];

test("a card is chosen and put back, and places stay in order", () => {
  expect(toggled([3], 1)).toEqual([1, 3]);
  expect(toggled([1, 3], 3)).toEqual([1]);
});

test("equal cards have places of their own", () => {
  expect(placesOf(HAND, ["C1", "C1", "W4"])).toEqual([0, 1, 3]);
  expect(placesOf(HAND, ["C1", "V3"])).toEqual([0]);
});

test("what is chosen stays chosen when the hand changes", () => {
  expect(carriedOver(HAND, ["C1", "G2", "O1", "W4"], [1, 3])).toEqual([0, 3]);
  expect(carriedOver(HAND, ["C1"], [2])).toEqual([]);
});

test("a total counts what lies, and merchants nothing", () => {
  expect(bidTotal(3, HAND, [2, 3, 4])).toBe(9);
  expect(cardsAt(HAND, [0, 9])).toEqual(["C1"]);
});

test("cards are compared without their order", () => {
  expect(sameCards(["W4", "C1"], ["C1", "W4"])).toBe(true);
  expect(sameCards(["W4", "C1"], ["C1", "C1"])).toBe(false);
});

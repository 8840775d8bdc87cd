import { beforeEach, expect, test } from "vitest";
import { CardPositions } from "../../src/motion/cardPositions";

/** An element with a box, in a page without layout; without a box it is not drawn. */
function place(name: string, box: Partial<DOMRect> | null): HTMLElement {
  const element = document.createElement("span");
  element.dataset["place"] = name;
  const rect = new DOMRect(box?.x, box?.y, box?.width, box?.height);
  element.getBoundingClientRect = () => rect;
  element.getClientRects = () => (box ? [rect] : []) as unknown as DOMRectList;
  document.body.append(element);
  return element;
}

beforeEach(() => document.body.replaceChildren());

test("an element that is not drawn is not a place to fly to", () => {
  place("profit:2", null);
  expect(new CardPositions().find("profit:2", "C1")).toBeNull();
  place("profit:2", { x: 100, y: 200, width: 60, height: 40 });
  const spot = new CardPositions().find("profit:2", "C1")!;
  expect([spot.x + spot.width / 2, spot.element]).toEqual([130, null]);
});

test("equal cards get a spot each", () => {
  const hand = place("hand:0", { x: 0, y: 0, width: 90, height: 60 });
  for (const x of [0, 40]) {
    const card = document.createElement("i");
    card.dataset["card"] = "C1";
    card.getBoundingClientRect = () => new DOMRect(x, 0, 40, 56);
    hand.append(card);
  }
  const spots = new CardPositions();
  expect(["C1", "C1"].map((face) => spots.find("hand:0", face as "C1")!.x)).toEqual([0, 40]);
});

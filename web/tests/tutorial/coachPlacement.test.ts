import { describe, expect, test } from "vitest";
import { placeCoach } from "../../src/tutorial/coachPlacement";

const COACH = { width: 300, height: 150 };
const SCREEN = { width: 360, height: 640 };

describe("the coach stands", () => {
  test("at the lower edge if nothing is highlighted", () => {
    expect(placeCoach(COACH, [], SCREEN, "below")).toMatchObject({ x: 30, y: 478, tip: null });
  });

  test("on the wanted side, with its tip at the middle of the highlighted part", () => {
    const lit = [{ x: 100, y: 300, width: 60, height: 40 }];
    expect(placeCoach(COACH, lit, SCREEN, "above")).toEqual({
      x: 12,
      y: 132,
      tip: 118,
      side: "above",
    });
    expect(placeCoach(COACH, lit, SCREEN, "below")).toEqual({
      x: 12,
      y: 358,
      tip: 118,
      side: "below",
    });
  });

  test("on the other side if it would hide a highlighted part", () => {
    const lit = [
      { x: 0, y: 250, width: 360, height: 120 },
      { x: 0, y: 500, width: 360, height: 140 },
    ];
    expect(placeCoach(COACH, lit, SCREEN, "below")).toMatchObject({ y: 82, side: "above" });
  });

  test("within the screen, without a tip where it had to move", () => {
    const lit = [{ x: 300, y: 20, width: 60, height: 600 }];
    const { x, y, tip } = placeCoach(COACH, lit, { width: 800, height: 640 }, "above");
    expect(x).toBeGreaterThanOrEqual(12);
    expect(y).toBeGreaterThanOrEqual(12);
    expect(tip).toBeNull();
  });
});

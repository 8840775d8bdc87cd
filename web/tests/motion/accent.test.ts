import { expect, test, vi } from "vitest";
import { accentEndTime, accentsOf, animateAccent } from "../../src/motion/accent";
import { flightsByEvent } from "../../src/motion/flight";
import { slideLeaderTag, leaderTagArrival } from "../../src/motion/leaderTag";
import type { Event } from "../../src/protocol/types";

const WON: Event = {
  type: "auction_won",
  seat: 0,
  offer: 4,
  paid: ["G1", "G2", "W1"],
  bid_value: 4,
};
const BID: Event = { type: "bid_laid", seat: 2, cards: ["W4", "O2"], bid_value: 6 };

test("a won lot lights the slab at once, and each stall when its last card arrives", () => {
  const accents = accentsOf(flightsByEvent([{ type: "passed", seat: 1, cards: ["C1"] }, WON]));
  expect(accents.map(({ selector, delay }) => [selector, delay])).toEqual([
    [".slab", 160],
    ['[data-place="stall:G"] .niche', 160 + 70 + 480],
    ['[data-place="stall:W"] .niche', 160 + 140 + 480],
  ]);
});

test("cards that leave the market light nothing", () => {
  expect(accentsOf(flightsByEvent([{ type: "market_cleared", cards: ["C1"] }]))).toEqual([]);
});

test("an accent begins and ends at full opacity", () => {
  document.body.innerHTML = '<div class="slab"></div>';
  const animate = vi.spyOn(Element.prototype, "animate");
  const [ring] = accentsOf(flightsByEvent([WON]));
  animateAccent(ring!, { span: 2 * accentEndTime(ring!), pace: 1 });
  const [frames, timing] = animate.mock.calls[0]!;
  expect((frames as Keyframe[]).map(({ opacity, offset }) => [offset, opacity])).toEqual([
    [0, 1],
    [0, 1],
    [0.25, 0.5],
    [0.5, 1],
    [1, 1],
  ]);
  expect(timing).toMatchObject({ duration: 960, pseudoElement: "::after" });
  animate.mockRestore();
});

test("the mark of the highest bid slides after the cards arrive", () => {
  const eventFlights = flightsByEvent([BID]);
  const end = leaderTagArrival(eventFlights);
  expect(end).toBe(40 + 320 + 320);
  expect(leaderTagArrival(flightsByEvent([WON]))).toBe(0);
  document.body.innerHTML = '<div class="seat"><span class="tag"></span></div>';
  const animate = vi.spyOn(Element.prototype, "animate");
  slideLeaderTag(new DOMRect(10, 5, 40, 20), new DOMRect(110, 5, 40, 20), end, {
    span: end,
    pace: 0.5,
  });
  const [frames, timing] = animate.mock.calls[0]!;
  expect((frames as Keyframe[]).map(({ transform }) => transform)).toEqual([
    "translate(-100px, 0px)",
    "translate(-100px, 0px)",
    "translate(0)",
    "translate(0)",
  ]);
  expect(timing).toMatchObject({ duration: end / 2, composite: "add" });
  animate.mockRestore();
});

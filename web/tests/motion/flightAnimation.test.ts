import { expect, test, vi } from "vitest";
import { flightsByEvent, type Flight, type EventFlights } from "../../src/motion/flight";
import { arrivalTime, animateFlight, type LocatedFlight } from "../../src/motion/flightAnimation";
import type { Event } from "../../src/protocol/types";

const SALE: Event = {
  type: "trio_sold",
  seat: 1,
  cards: ["S2", "S3", "S4"],
  kept: "S4",
  profit: 4,
};
const REVEAL: Event = {
  type: "lot_revealed",
  opener: 0,
  offer: 4,
  cards: ["C1", "G2", "O3", "W1"],
};

function located(target: HTMLElement | null): LocatedFlight[] {
  const spot = (x: number, element: HTMLElement | null) => ({ x, y: 20, width: 40, element });
  const onWay = (flight: Flight) => ({ flight, from: spot(0, null), to: spot(90, target) });
  return flightsByEvent([REVEAL, SALE]).flatMap(({ flights }) => flights.map(onWay));
}

function framesOf(
  all: readonly LocatedFlight[],
  overlay = document.createElement("div"),
): { frames: Keyframe[]; duration: number }[] {
  const animate = vi.spyOn(Element.prototype, "animate");
  const span = Math.max(...all.map(arrivalTime));
  for (const each of all) animateFlight(overlay, each, { span, pace: 0.5 });
  const calls = animate.mock.calls.map(([frames, timing]) => ({
    frames: frames as Keyframe[],
    duration: (timing as KeyframeAnimationOptions).duration as number,
  }));
  animate.mockRestore();
  return calls;
}

test("all animations last equally long, and each card moves in its own part of that time", () => {
  const all = located(null);
  const calls = framesOf(all);
  const span = Math.max(...all.map(arrivalTime));
  expect(calls).toHaveLength(all.length);
  for (const [at, { frames, duration }] of calls.entries()) {
    expect(duration).toBe(span / 2);
    const offsets = frames.map((frame) => frame.offset!);
    expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
    expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
    expect(offsets[1]! * span).toBeCloseTo(all[at]!.flight.delay);
    expect(frames.slice(0, 3).map(({ opacity }) => opacity)).toEqual([0, 0, 1]); // not seen waiting
    expect(offsets.at(-2)! * span).toBeCloseTo(arrivalTime(all[at]!));
  }
});

test("a card stays at its target only if a card is drawn there", () => {
  const [gone] = framesOf(located(null).slice(0, 1));
  expect(gone!.frames.slice(-3).map(({ opacity }) => opacity)).toEqual([1, 0, 0]);
  const [stays, hidden] = framesOf(located(document.createElement("span")).slice(0, 1));
  expect(stays!.frames.at(-1)!.opacity).toBe(1);
  expect(hidden!.frames).toEqual([{ opacity: 0 }, { opacity: 0 }]);
  expect(hidden!.duration).toBe(stays!.duration);
});

test("the reader's cards are dealt as backs and turn just before they arrive", () => {
  const deal: Event = { type: "dealt", seat: 0, card_count: 1, cards: ["C1"] };
  const [{ flights }] = flightsByEvent([deal]) as [EventFlights];
  const spot = { x: 0, y: 0, width: 40, element: document.createElement("span") };
  const overlay = document.createElement("div");
  const calls = framesOf([{ flight: flights[0]!, from: spot, to: spot }], overlay);
  const pictures = [...overlay.querySelectorAll("img")].map((card) => card.src);
  expect(pictures.map((source) => source.split("/").at(-1))).toEqual(["C1.svg", "X0.svg"]);
  const fades = calls.filter(({ frames }) => frames.every((frame) => !("transform" in frame)));
  expect(fades.map(({ frames }) => frames.map(({ opacity }) => opacity))).toEqual([
    [0, 0, 0, 0, 1, 1],
    [1, 1, 1, 1, 0, 0],
    [0, 0],
  ]);
});

test("a waiting back is hidden where no card is drawn", () => {
  const deal: Event = { type: "dealt", seat: 0, card_count: 2, cards: ["C1", "C2"] };
  const [{ flights }] = flightsByEvent([deal]) as [EventFlights];
  const from = { x: 0, y: 0, width: 40, element: null };
  const to = { ...from, element: document.createElement("span") };
  const calls = framesOf(flights.map((flight) => ({ flight, from, to })));
  const backs = calls.filter(
    ({ frames }) => frames.length === 6 && !("transform" in frames[0]!) && frames[5]!.opacity === 0,
  );
  expect(backs.map(({ frames }) => frames.map(({ opacity }) => opacity))).toEqual([
    [1, 1, 1, 1, 0, 0],
    [0, 0, 1, 1, 0, 0],
  ]);
});

test("a chosen card of the hand is hidden with its check mark during its flight", () => {
  document.body.innerHTML =
    '<ol class="hand"><li><button><i></i><span class="card"></span></button></li></ol>';
  const animate = vi.spyOn(Element.prototype, "animate");
  const [flight] = located(document.querySelector<HTMLElement>(".card"));
  animateFlight(document.createElement("div"), flight!, { span: 900, pace: 1 });
  expect(animate.mock.contexts.at(-1)).toBe(document.querySelector(".hand button"));
  animate.mockRestore();
});

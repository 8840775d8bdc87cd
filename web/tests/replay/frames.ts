/** Small finished games, as replays. */
import type { Frame, Replay, View } from "../../src/protocol/types";
import { fixture } from "../table/fixtures";

const view = fixture(4, "watch-bid").update.view!;

interface Sketch {
  readonly events?: readonly Frame["events"][number][];
  readonly view?: Partial<View>;
}

export function frameOf({ events = [], view: changes = {} }: Sketch): Frame {
  return { seat: null, move: null, events, view: { ...view, ...changes }, hands: null };
}

export const round = (number: number): Sketch["events"] => [
  { type: "round_begun", round: number, opener: 0 },
  { type: "lot_revealed", offer: 4, cards: ["C1"], opener: 0 },
];
export const lot: Sketch["events"] = [{ type: "lot_revealed", offer: 3, cards: ["C2"], opener: 0 }];
export const passes: Sketch["events"] = [{ type: "passed", seat: 1, cards: [] }];

/** Two rounds: a lot, three passes, a lot, a market of two; a lot again. */
export function game(): Replay {
  const taken = view.market.map((stall, at) => (at === 0 ? { ...stall, taken_by: 1 } : stall));
  return {
    names: ["Livia", "Leo", "Zoe", "Irene"],
    bots: [null, "expert", "expert", "expert"],
    date: null,
    is_finished: true,
    frames: [
      frameOf({ events: round(1)! }),
      frameOf({ events: passes! }),
      frameOf({ events: passes! }),
      frameOf({ events: lot! }),
      frameOf({ view: { phase: "take" } }),
      frameOf({ view: { phase: "reduce", market: taken } }),
      frameOf({ view: { phase: "take", market: taken } }),
      frameOf({ events: round(2)! }),
      frameOf({ events: passes! }),
      frameOf({ view: { phase: "close" } }),
      frameOf({ view: { phase: "close" } }),
    ],
  };
}

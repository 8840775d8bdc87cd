/** The spotlit parts of each step, and the placement of the coach beside them. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Selectors of the parts that stay bright; the coach is placed above or below the first. */
interface SpotlitParts {
  readonly parts: readonly string[];
  readonly side: "above" | "below";
}

const PLAY = [".hand", ".actions"];
const SALE = [".slab", ".hand", ".actions"];

export const SPOTLIT_PARTS = {
  welcome: { parts: [], side: "below" },
  lot: { parts: [".slab"], side: "below" },
  offers: { parts: [".offers"], side: "below" },
  bid: { parts: PLAY, side: "above" },
  raise: { parts: [...PLAY, ".you", ".seats"], side: "above" },
  pass: { parts: [".actions", ".you", ".seats"], side: "above" },
  pay: { parts: [".arcade"], side: "below" },
  open: { parts: [".slab", ".actions"], side: "below" },
  allPass: { parts: [".you", ".hand"], side: "above" },
  discard: { parts: PLAY, side: "above" },
  last: { parts: [".slab"], side: "below" },
  market: { parts: [".arcade", ".offers"], side: "below" },
  take: { parts: [".arcade", ".actions"], side: "below" },
  sell: { parts: SALE, side: "above" },
  rest: { parts: [".arcade", ".offers"], side: "below" },
  merchant: { parts: [".slab", ...PLAY], side: "below" },
  give: { parts: [".slab", ".actions"], side: "below" },
  joker: { parts: [".sale", ".you"], side: "above" },
  close: { parts: SALE, side: "above" },
  end: { parts: [], side: "below" },
} as const satisfies Record<string, SpotlitParts>;

export type StepName = keyof typeof SPOTLIT_PARTS;

const BUTTON = ".actions .btn.primary";

/** Selectors of the elements to press for a move; the first that exists is next. */
export function nextTargets(move: string): readonly string[] {
  const [verb, ...cards] = move.split(" ");
  switch (verb) {
    case "bid":
    case "discard":
      return [cards.map((card) => `.hand li:not(.selected) [data-card="${card}"]`).join(), BUTTON];
    case "pass":
      return [".actions .btn.second"];
    case "give":
      return [`.lot button:not(.picked) [data-card="${cards[0]}"]`, BUTTON];
    case "take":
      return [`.stall.${cards[0]}:not(.selected)`, BUTTON];
    case "sell":
      return [".sale .btn.primary", BUTTON, ".sell-button"];
    default:
      return [];
  }
}

export interface Placement {
  readonly x: number;
  readonly y: number;
  /** Pixels from the left edge to the tip; null without a tip. */
  readonly tip: number | null;
  readonly side: "above" | "below";
}

// In pixels.
const MARGIN = 12; // between coach and screen edges
const GAP = 18; // between coach and spotlit part
const TIP_MARGIN = 34; // between tip and sides, for the rounded corners

/** The placement that hides the least of the spotlit parts; the wanted side is preferred. */
export function placeCoach(
  coach: Size,
  lit: readonly Box[],
  screen: Size,
  side: "above" | "below",
): Placement {
  const [first] = lit;
  if (!first) return { ...bottomCentre(coach, screen), tip: null, side };
  const sides = side === "above" ? (["above", "below"] as const) : (["below", "above"] as const);
  const beside = lit.flatMap((box) => sides.map((each) => placeBeside(coach, box, screen, each)));
  const heights = [(screen.height - coach.height) / 2, 0, screen.height];
  const corners = heights.flatMap((y) =>
    [screen.width, 0].map((x) => ({
      ...clampedToScreen({ x, y }, coach, screen),
      tip: null,
      side,
    })),
  );
  const all = [...beside, ...corners];
  const hidden = all.map((each) => lit.reduce((sum, box) => sum + overlap(each, coach, box), 0));
  return all[hidden.indexOf(Math.min(...hidden))]!;
}

/** The middle of the lower edge of the screen. */
function bottomCentre(coach: Size, screen: Size): { x: number; y: number } {
  const x = (screen.width - coach.width) / 2;
  return clampedToScreen({ x, y: screen.height }, coach, screen);
}

function placeBeside(coach: Size, box: Box, screen: Size, side: "above" | "below"): Placement {
  const middle = box.x + box.width / 2;
  const y = side === "above" ? box.y - GAP - coach.height : box.y + box.height + GAP;
  const position = clampedToScreen({ x: middle - coach.width / 2, y }, coach, screen);
  const tip = Math.max(TIP_MARGIN, Math.min(middle - position.x, coach.width - TIP_MARGIN));
  return { ...position, tip: position.y === y ? tip : null, side };
}

/** The nearest position within the screen. */
function clampedToScreen(
  position: { x: number; y: number },
  coach: Size,
  screen: Size,
): { x: number; y: number } {
  return {
    x: Math.max(MARGIN, Math.min(position.x, screen.width - coach.width - MARGIN)),
    y: Math.max(MARGIN, Math.min(position.y, screen.height - coach.height - MARGIN)),
  };
}

function overlap(position: { x: number; y: number }, coach: Size, box: Box): number {
  const width = Math.min(position.x + coach.width, box.x + box.width) - Math.max(position.x, box.x);
  const height =
    Math.min(position.y + coach.height, box.y + box.height) - Math.max(position.y, box.y);
  return Math.max(0, width) * Math.max(0, height);
}

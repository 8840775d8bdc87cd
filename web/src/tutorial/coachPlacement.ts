/** What each step is about on the screen, and where the coach stands beside it. */
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

/** Parts of the table that stay bright; the coach stands at the first, above or below. */
interface Lit {
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
} as const satisfies Record<string, Lit>;

export type StepName = keyof typeof SPOTLIT_PARTS;

const BUTTON = ".actions .btn.primary";

/** What to touch next for a move: the first of these that is there. */
export function nextTargets(move: string): readonly string[] {
  const [word, ...cards] = move.split(" ");
  switch (word) {
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
  /** Where its tip is, from its left edge, if it has one. */
  readonly tip: number | null;
  readonly side: "above" | "below";
}

const MARGIN = 12; // to the edges of the screen
const GAP = 18; // to what is meant
const TIP_MARGIN = 34; // to the rounded corners

/** The place where the coach hides least of what is meant, the wanted side before others. */
export function placeCoach(
  coach: Size,
  lit: readonly Box[],
  screen: Size,
  side: "above" | "below",
): Placement {
  const [first] = lit;
  if (!first) return { ...foot(coach, screen), tip: null, side };
  const sides = side === "above" ? (["above", "below"] as const) : (["below", "above"] as const);
  const beside = lit.flatMap((box) => sides.map((each) => at(coach, box, screen, each)));
  const heights = [(screen.height - coach.height) / 2, 0, screen.height];
  const corners = heights.flatMap((y) =>
    [screen.width, 0].map((x) => ({ ...held({ x, y }, coach, screen), tip: null, side })),
  );
  const all = [...beside, ...corners];
  const hidden = all.map((place) => lit.reduce((sum, box) => sum + overlap(place, coach, box), 0));
  return all[hidden.indexOf(Math.min(...hidden))]!;
}

/** In the middle of the lower edge. */
function foot(coach: Size, screen: Size): { x: number; y: number } {
  const x = (screen.width - coach.width) / 2;
  return held({ x, y: screen.height }, coach, screen);
}

function at(coach: Size, box: Box, screen: Size, side: "above" | "below"): Placement {
  const middle = box.x + box.width / 2;
  const y = side === "above" ? box.y - GAP - coach.height : box.y + box.height + GAP;
  const place = held({ x: middle - coach.width / 2, y }, coach, screen);
  const tip = Math.max(TIP_MARGIN, Math.min(middle - place.x, coach.width - TIP_MARGIN));
  return { ...place, tip: place.y === y ? tip : null, side };
}

/** Within the screen. */
function held(
  place: { x: number; y: number },
  coach: Size,
  screen: Size,
): { x: number; y: number } {
  return {
    x: Math.max(MARGIN, Math.min(place.x, screen.width - coach.width - MARGIN)),
    y: Math.max(MARGIN, Math.min(place.y, screen.height - coach.height - MARGIN)),
  };
}

function overlap(place: { x: number; y: number }, coach: Size, box: Box): number {
  const width = Math.min(place.x + coach.width, box.x + box.width) - Math.max(place.x, box.x);
  const height = Math.min(place.y + coach.height, box.y + box.height) - Math.max(place.y, box.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Shows any fixture, for pictures and the layout audit: `harness.html#4/bid-raise/de/dark`. */
import { flushSync, mount, tick, unmount } from "svelte";
import "../../src/tokens.css";
import "../../src/base.css";
import "../../src/controls.css";
import Table from "../../src/pages/Table.svelte";
import type { Event, SeatState, Update } from "../../src/protocol/types";
import { addGuess } from "../../src/table/bidding/guessScore";
import { TIPS, settings, type Tip } from "../../src/settings/settings.svelte";
import { loadWords, setLanguage, type Language } from "../../src/words/words.svelte";
import { FixtureRoom, type Fixture } from "./FixtureRoom.svelte";

type Fixtures = Readonly<Record<string, Fixture>>;

declare global {
  interface Window {
    /** Show a fixture; for scripts. */
    show(players: number, name: string, language: Language, theme: string): Promise<void>;
    names(players: number): Promise<string[]>;
    /** Play a game, update by update, with `between` milliseconds from one to the next. */
    playOn(between: number): Promise<void>;
    room: FixtureRoom;
  }
}

/** Actions of a person on a fixture, each with the name of its scene. */
const ACTIONS: readonly {
  readonly on: string;
  readonly name: string;
  readonly act: (room: FixtureRoom) => void;
}[] = [
  { on: "bid-over", name: "one", act: () => press(".hand button") },
  {
    on: "bid-over",
    name: "generous",
    act: () => press(".hand li:not(.dimmed) button", ".actions .primary"),
  },
  { on: "bid-raise", name: "cheapest", act: () => press(".actions .primary") },
  ...["bid-first", "bid-raise", "give-4", "take", "limit-sell", "close"].map((on) => ({
    on,
    name: "hint",
    act: () => press(".ask-hint"),
  })),
  { on: "bid-raise", name: "refused", act: refuse },
  { on: "bid-wait", name: "lost", act: (room) => (room.connection = "lost") },
  { on: "bid-auto", name: "autopass", act: () => press(".auto-bid .segments button") },
  {
    on: "bid-auto",
    name: "autobid",
    act: () =>
      press(".auto-bid .segments button:last-child", ".auto-bid .step .icon-button:nth-of-type(2)"),
  },
  { on: "bid-won", name: "speed", act: beAlone },
  { on: "take-wait", name: "speed", act: beAlone },
  { on: "recap", name: "skip", act: skip },
  { on: "bid-passed", name: "guess", act: () => press(".stepper button:nth-of-type(2)") },
  { on: "watch-bid", name: "guess", act: () => press(".stepper button:nth-of-type(2)") },
  { on: "end-win", name: "guesses", act: countGuesses },
  { on: "end-lose", name: "guesses", act: countGuesses },
  { on: "give-4", name: "pick", act: () => press(".lot button:nth-child(2)") },
  { on: "give-5", name: "pick", act: () => press(".lot button:last-child") },
  { on: "give-6", name: "pick", act: () => press(".lot button:first-child") },
  { on: "take", name: "stall", act: () => press(".stall.take button") },
  {
    on: "take-over",
    name: "heap",
    act: () => press(".stall.take:is(.tallied, :not(.tallied)) button"),
  },
  { on: "take-big", name: "heap", act: () => press(".stall.tallied button") },
  { on: "take-wait", name: "plan", act: () => press(".stall button") },
  { on: "take-wait", name: "takes", act: (room) => show(room, taken(room)) },
  { on: "take-wait", name: "sells", act: (room) => show(room, sold(room)) },
  { on: "limit-wait", name: "discards", act: (room) => show(room, discarded(room)) },
  { on: "limit-sell", name: "discard", act: () => press(".actions .second", ".hand button") },
  { on: "limit-discard", name: "pick", act: () => press(".hand li:nth-child(3) button") },
  ...["bid-wait", "bid-passed", "give-wait", "take-wait"].flatMap((on) => [
    {
      on,
      name: "gone",
      act: (room: FixtureRoom) => miss(room, { gone_since: room.update.now - 95_000 }),
    },
    { on, name: "away", act: (room: FixtureRoom) => miss(room, { is_away: true }) },
  ]),
  { on: "bid-raise", name: "away", act: (room) => miss(room, { is_away: true }) },
  {
    on: "bid-wait",
    name: "ending",
    act: (room) => {
      miss(room, { gone_since: room.update.now - 95_000 });
      const { update } = room;
      room.push({ ...update, room: { ...update.room, ends_at: update.now + 8_000 } });
    },
  },
  { on: "sale", name: "sheet", act: () => press(".sell-button") },
  { on: "sale", name: "log", act: () => pressIcon(3) },
  { on: "sale", name: "memory", act: () => pressIcon(4) },
  { on: "sale", name: "menu", act: () => pressIcon(0) },
  ...["bid-first", "take", "sale"].map((on) => ({ on, name: "tip", act: () => undefined })),
];
/** The tips that a person has seen before the tip of a scene. */
const SEEN: Readonly<Record<string, readonly Tip[]>> = {
  "bid-first": [],
  take: ["goal"],
  sale: ["goal", "market"],
};

/** Click the first element of each selector, but every card of the hand that can be bid. */
function press(...selectors: string[]): void {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)];
    const wanted = selector.startsWith(".hand li:not") ? found : found.slice(0, 1);
    for (const element of wanted) element.click();
    flushSync();
  }
}

/** A button of the top bar, counted from the right. */
function pressIcon(fromRight: number): void {
  [...document.querySelectorAll<HTMLElement>(".top .icon-button")].at(-1 - fromRight)?.click();
  flushSync();
}

/** Show an event of another seat on the slab. Its timer is not started, so that it stays there. */
function show(room: FixtureRoom, event: Event): void {
  const { setTimeout } = window;
  window.setTimeout = (() => 0) as unknown as typeof setTimeout;
  const seq = room.update.seq + 1;
  room.push({ ...room.update, seq, steps: [{ seq, events: [event] }] });
  window.setTimeout = setTimeout;
  flushSync();
}

/** The event in which the seat on turn takes the stall with most cards. */
function taken({ update }: FixtureRoom): Event {
  const { market, turn } = update.view!;
  const [{ stall, cards }] = [...market].sort((a, b) => b.cards.length - a.cards.length) as [
    (typeof market)[number],
  ];
  return { type: "stall_taken", seat: turn!, stall, cards };
}

function sold({ update }: FixtureRoom): Event {
  return {
    type: "trio_sold",
    seat: update.view!.turn!,
    cards: ["S3", "S4", "M"],
    kept: "S4",
    profit: 4,
  };
}

function discarded({ update }: FixtureRoom): Event {
  return { type: "card_discarded", seat: update.view!.turn!, card: "C1" };
}

/** Put a person on every seat. Change the state of the one on turn, or of the next seat if it is
 *  the reader's own turn. */
function miss(room: FixtureRoom, how: Partial<SeatState>): void {
  const { update } = room;
  const { seat: own, seats } = update.room;
  const turn = update.view?.turn;
  const missing = turn != null && turn !== own ? turn : ((own ?? 0) + 1) % seats.length;
  const people = seats.map((seat, number): SeatState => {
    const person = { ...seat, kind: "person" as const, bot: null };
    return number === missing ? { ...person, ...how } : person;
  });
  room.push({ ...update, steps: [], room: { ...update.room, status: "running", seats: people } });
  flushSync();
}

function refuse(room: FixtureRoom): void {
  room.answer = { code: "refused", facts: { reason: "bid_too_low", value: 9, beat: 9 } };
  press(".actions .second");
}

/** Count some guesses of earlier auctions. */
function countGuesses(room: FixtureRoom): void {
  const points = [3, 2, 0, 1, 3, 2, 0, 2, 3, 1, 0, 3, 2, 0, 1, 2];
  points.forEach((each, number) => addGuess(room.id, String(number), each));
  room.push({ ...room.update, steps: [] });
  flushSync();
}

/** Change the room so that all other players seem to be bots. */
function beAlone(room: FixtureRoom): void {
  const { update } = room;
  const state = { ...update.room, may_skip: true, may_set_pace: true };
  room.push({ ...update, steps: [], room: state });
  flushSync();
}

/** Reach this decision by a skip. */
function skip(room: FixtureRoom): void {
  const { update } = room;
  room.push({ ...update, steps: [], options: { ...update.options!, take: [] } });
  beAlone(room);
  press(".skip-button");
  room.push({ ...update, steps: [] });
  flushSync();
}

const files = import.meta.glob<{ default: Fixtures }>("./fixtures/[0-9].json");
let shown: ReturnType<typeof mount> | undefined;

async function fixturesOf(players: number): Promise<Fixtures> {
  return (await files[`./fixtures/${players}.json`]!()).default;
}

window.names = async (players) => {
  const names = Object.keys(await fixturesOf(players));
  return [
    ...names,
    ...ACTIONS.flatMap(({ on, name }) => (names.includes(on) ? [`${on}+${name}`] : [])),
  ];
};
window.show = async (players, name, language, theme) => {
  await loadWords("table");
  await import("../../src/table/panels"); // loaded now, so that a drawer opens at once
  await setLanguage(language);
  document.documentElement.dataset["theme"] = theme;
  const [fixture = "", act] = name.split("+");
  settings.tipsSeen = (act === "tip" && SEEN[fixture]) || TIPS;
  await mountRoom(new FixtureRoom((await fixturesOf(players))[fixture]!));
  ACTIONS.find((each) => each.on === fixture && each.name === act)?.act(window.room);
  await tick();
  await new Promise((resolve) => setTimeout(resolve));
};

window.playOn = async (between) => {
  const { default: updates } = await import("./fixtures/played.json");
  const [first, ...rest] = updates as unknown as Update[];
  settings.tipsSeen = TIPS;
  await mountRoom(new FixtureRoom({ update: first!, hint: null }));
  for (const update of rest) {
    await new Promise((resolve) => setTimeout(resolve, between));
    window.room.push(update);
  }
};

async function mountRoom(room: FixtureRoom): Promise<void> {
  if (shown) await unmount(shown);
  localStorage.removeItem("byzanz.guesses");
  window.room = room;
  shown = mount(Table, { target: document.getElementById("app")!, props: { room } });
  await tick();
}

async function fromAddress(): Promise<void> {
  const [players = "4", name = "bid-raise", language = "en", theme = "light"] = location.hash
    .slice(1)
    .split("/");
  await window.show(Number(players), name, language as Language, theme);
}
addEventListener("hashchange", () => void fromAddress());
if (location.hash) void fromAddress();

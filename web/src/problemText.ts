/** Texts for problem codes, on all pages except the table. */
import { Refused } from "./connection/api";
import type { Code } from "./protocol/types";
import { t, type Key } from "./words/words.svelte";

const TEXTS: Partial<Record<Code, Key>> = {
  bad_name: "problem.badName",
  name_taken: "problem.nameTaken",
  seat_taken: "problem.seatTaken",
  room_full: "problem.roomFull",
  too_few_seats: "problem.tooFewSeats",
  not_found: "problem.notFound",
  not_waiting: "problem.notWaiting",
  not_allowed: "problem.notAllowed",
  other_version: "problem.otherPuzzle",
  enough_puzzles: "problem.enoughPuzzles",
  too_fast: "problem.tooFast",
  busy: "problem.busy",
  not_here: "problem.notHere",
};

export function problemText(code: Code): string {
  return t(TEXTS[code] ?? "problem.other");
}

/** The text for any error that a request throws. */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return problemText(error.problem.code);
  return t("problem.unreachable");
}

/** The lesson: a prepared game as the server would send it, made by scripts/tutorial_lesson.py. */
import type { Update } from "../protocol/types";
import lesson from "./lesson.json";
import type { StepName } from "./coachPlacement";

export interface LessonStep {
  readonly name: StepName;
  /** The move that the step asks for, as in a record; empty if it asks for none. */
  readonly move: string;
  /** The updates shown before the step. */
  readonly updates: readonly Update[];
}

export const LESSON = lesson as unknown as readonly LessonStep[];

/** Are two moves equal, apart from the order of their cards? */
export function isSameMove(move: string, other: string): boolean {
  return withSortedCards(move) === withSortedCards(other);
}

function withSortedCards(move: string): string {
  const [verb, ...cards] = move.split(" ");
  return [verb, ...cards.sort()].join(" ");
}

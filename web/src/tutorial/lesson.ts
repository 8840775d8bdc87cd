/** The lesson: a prepared game as the server would send it, made by scripts/tutorial_lesson.py. */
import type { Update } from "../protocol/types";
import lesson from "./lesson.json";
import type { StepName } from "./coachPlacement";

export interface LessonStep {
  readonly name: StepName;
  /** What the lesson asks for, in the words of the record; empty: only to read. */
  readonly move: string;
  /** What comes before it. */
  readonly updates: readonly Update[];
}

export const LESSON = lesson as unknown as readonly LessonStep[];

/** The same move, whatever the order of its cards. */
export function isSameMove(move: string, other: string): boolean {
  return inOrder(move) === inOrder(other);
}

function inOrder(move: string): string {
  const [word, ...cards] = move.split(" ");
  return [word, ...cards.sort()].join(" ");
}

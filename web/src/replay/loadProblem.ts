/** The reasons why a replay or an analysis cannot be shown. */
import { Refused } from "../connection/api";

export type LoadProblem = "replay" | "running" | "unfinished" | "unreachable";

export function loadProblemOf(error: unknown): LoadProblem {
  if (!(error instanceof Refused)) return "unreachable";
  return error.problem.code === "running" ? "running" : "replay";
}

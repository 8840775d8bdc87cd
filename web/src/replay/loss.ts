/** Why there is nothing to look back at. */
import { Refused } from "../connection/api";

export type Loss = "replay" | "running" | "unfinished" | "unreachable";

export function lossOf(error: unknown): Loss {
  if (!(error instanceof Refused)) return "unreachable";
  return error.problem.code === "running" ? "running" : "replay";
}

/** The reasons why a replay or an analysis cannot be shown. */
import { Refused } from "../connection/api";

import type { DeviceCode } from "../device/problems";

export type LoadProblem = "replay" | "running" | "unfinished" | "unreachable" | DeviceCode;

/** What stands in the way of a game on this device, which may be there all the same. */
const NOT_NOW: readonly string[] = [
  "damaged_game",
  "other_tab",
  "no_storage",
  "device_failed",
  "damaged",
  "not_loaded",
  "not_here",
] satisfies DeviceCode[];

export function loadProblemOf(error: unknown): LoadProblem {
  if (!(error instanceof Refused)) return "unreachable";
  const code: string = error.problem.code;
  if (code === "running") return "running";
  return isOfDevice(code) ? code : "replay";
}

/** Whether this device can't show the game now. */
export function isOfDevice(code: string): code is DeviceCode {
  return NOT_NOW.includes(code);
}

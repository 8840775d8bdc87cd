/** The situation of the game for the person at this table. */
import type { Options, View } from "../protocol/types";

export type Situation =
  | "bid"
  | "bid-wait"
  | "give"
  | "give-wait"
  | "take"
  | "take-wait"
  | "limit"
  | "limit-wait"
  | "close"
  | "close-wait"
  | "over";

export function situationOf(view: View, options: Options | null): Situation {
  switch (view.phase) {
    case "bid":
      return options?.bid ? "bid" : "bid-wait";
    case "give":
      return options?.give ? "give" : "give-wait";
    case "take":
      return options?.take.length ? "take" : "take-wait";
    case "reduce":
      return options?.discard ? "limit" : "limit-wait";
    case "close":
      return options?.may_be_done ? "close" : "close-wait";
    case "over":
      return "over";
  }
}

/** Does the game wait for this person? In the closing sales it waits for all who are not done. */
export function isOwnTurn(situation: Situation): boolean {
  return situation !== "over" && !situation.endsWith("-wait");
}

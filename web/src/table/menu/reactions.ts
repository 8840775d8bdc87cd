/** The reactions, in the order of the drawer. */
import type { Reaction } from "../../protocol/types";

export const REACTIONS = [
  "hello",
  "well_played",
  "thanks",
  "ouch",
  "thinking",
  "hurry",
] as const satisfies readonly Reaction[];

/** The reactions, in the order of the drawer. */
import type { Reaction } from "../../protocol/types";

/** A record and not a list, so that the type checker finds a missing reaction. */
const IN_ORDER: Record<Reaction, true> = {
  hello: true,
  well_played: true,
  thanks: true,
  ouch: true,
  thinking: true,
  hurry: true,
};

export const REACTIONS = Object.keys(IN_ORDER) as Reaction[];

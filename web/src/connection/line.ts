/** The real line to a room. */
import type { Code } from "../protocol/types";
import { Refused, fetchUpdate } from "./api";
import { Ended, type Ending, type Line } from "./follow";

const PROTOCOL = 1;
const ENDINGS: Partial<Record<Code, Ending>> = {
  not_known: "unknown_person",
  not_allowed: "not_allowed",
  not_found: "not_found",
};

export function lineTo(room: string): Line {
  return {
    socket(after) {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const query = `after=${after}&protocol=${PROTOCOL}`;
      return new WebSocket(`${scheme}://${location.host}/api/rooms/${room}/push?${query}`);
    },
    async poll(after) {
      try {
        return await fetchUpdate(room, after);
      } catch (error) {
        const ending = error instanceof Refused ? ENDINGS[error.problem.code] : undefined;
        throw ending === undefined ? error : new Ended(ending);
      }
    },
  };
}

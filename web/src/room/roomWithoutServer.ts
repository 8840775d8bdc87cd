/** What a lesson, a puzzle and a replay have in common: one person, and no server behind them. */
import type { Hint, Problem, RoomState, SeatState, View } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";
import { DEFAULT_SETUP } from "./createRoom";

export abstract class RoomWithoutServer {
  readonly isLessonOrReplay = true;
  readonly presence = null;
  readonly connection = "open";
  readonly notice = null;
  readonly offset = 0;
  readonly onReaction = () => () => undefined;

  async sendBidPlan(): Promise<Problem | null> {
    return null;
  }

  async skip(): Promise<Problem | null> {
    return null;
  }

  async hint(): Promise<Hint | Problem> {
    return { code: "no_hints", facts: {} };
  }

  async react(): Promise<void> {}
}

/** The state of a room in which nobody may do anything but look or move. */
export function stateWithoutServer(
  given: Pick<RoomState, "room" | "status" | "seat"> & Partial<RoomState>,
): RoomState {
  return {
    setup: DEFAULT_SETUP,
    seats: [],
    host: null,
    code: null,
    deal: null,
    due: null,
    may_undo: false,
    may_set_pace: false,
    may_skip: false,
    abort_asked: [],
    rematch: null,
    hands: [],
    ends_at: null,
    is_live: false,
    next_names: [],
    may_ask_seat: false,
    asks_seat: false,
    ...given,
  };
}

/** The seat of a person or a bot who is there and has no clock. */
export function seatWithoutServer(kind: SeatState["kind"], name: string): SeatState {
  return { kind, name, bot: null, is_away: false, has_left: false, bank: null, gone_since: null };
}

/** A view in which the reader's seat has the reader's name. */
export function withOwnName(view: View): View {
  const name = settings.name.trim() || t("seat.you");
  const seats = view.seats.map((each, seat) => (seat === view.seat ? { ...each, name } : each));
  return { ...view, seats };
}

/** A room that shows one puzzle on the table; the first move answers it. */
import type {
  CommandWithoutId,
  Hint,
  Problem,
  PuzzleTask,
  RoomState,
  Update,
  UpdateStep,
} from "../protocol/types";
import { DEFAULT_SETUP } from "../room/createRoom";
import type { Room } from "../room/room.svelte";
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";

/** Judges an answer; a problem means that nothing has changed. */
export type Judge = (task: PuzzleTask, move: string) => Promise<Problem | null>;

export class PuzzleRoom implements Room {
  readonly id: string;
  readonly isLessonOrReplay = true;
  update = $state.raw() as Update;
  readonly steps: readonly UpdateStep[] = [];
  readonly presence = null;
  readonly connection = "open";
  readonly notice = null;
  readonly offset = 0;
  readonly onUpdate = () => () => undefined;
  readonly onReaction = () => () => undefined;
  private isAnswered = false;

  constructor(
    readonly task: PuzzleTask,
    private readonly judge: Judge,
  ) {
    this.id = task.puzzle;
    this.update = updateOf(task);
  }

  async send(command: CommandWithoutId): Promise<Problem | null> {
    if (command.type !== "play" || this.isAnswered) return null;
    this.isAnswered = true;
    const problem = await this.judge(this.task, command.move);
    this.isAnswered = problem === null;
    return problem;
  }

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

function updateOf(task: PuzzleTask): Update {
  const name = settings.name.trim() || t("seat.you");
  const seats = task.view.seats.map((each, seat) =>
    seat === task.view.seat ? { ...each, name } : each,
  );
  return {
    type: "update",
    after: 0,
    is_rewound: true,
    now: 0,
    options: task.options,
    room: stateOf(task),
    seq: 0,
    steps: [],
    view: { ...task.view, seats },
  };
}

function stateOf({ puzzle, view }: PuzzleTask): RoomState {
  return {
    room: puzzle,
    status: "running",
    setup: { ...DEFAULT_SETUP, memory_aid: "full", hints: false },
    seats: view.seats.map(({ name }, seat) => ({
      kind: seat === view.seat ? "person" : "bot",
      name,
      bot: null,
      is_away: false,
      has_left: false,
      bank: null,
      gone_since: null,
    })),
    seat: view.seat,
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
  };
}

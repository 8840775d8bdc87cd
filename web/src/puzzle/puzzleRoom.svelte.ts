/** A room that shows one puzzle on the table; the first move answers it. */
import type {
  CommandWithoutId,
  Problem,
  PuzzleTask,
  RoomState,
  Update,
  UpdateStep,
} from "../protocol/types";
import { DEFAULT_SETUP } from "../room/createRoom";
import type { Room } from "../room/room.svelte";
import {
  RoomWithoutServer,
  seatWithoutServer,
  stateWithoutServer,
  withOwnName,
} from "../room/roomWithoutServer";

/** Judges an answer; a problem means that nothing has changed. */
export type Judge = (task: PuzzleTask, move: string) => Promise<Problem | null>;

export class PuzzleRoom extends RoomWithoutServer implements Room {
  readonly id: string;
  update = $state.raw() as Update;
  readonly steps: readonly UpdateStep[] = [];
  readonly onUpdate = () => () => undefined;
  private isAnswered = false;

  constructor(
    readonly task: PuzzleTask,
    private readonly judge: Judge,
  ) {
    super();
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
}

function updateOf(task: PuzzleTask): Update {
  return {
    type: "update",
    after: 0,
    is_rewound: true,
    now: 0,
    options: task.options,
    room: stateOf(task),
    seq: 0,
    steps: [],
    view: withOwnName(task.view),
  };
}

function stateOf({ puzzle, view }: PuzzleTask): RoomState {
  return stateWithoutServer({
    room: puzzle,
    status: "running",
    setup: { ...DEFAULT_SETUP, memory_aid: "full", hints: false },
    seats: view.seats.map(({ name }, seat) =>
      seatWithoutServer(seat === view.seat ? "person" : "bot", name),
    ),
    seat: view.seat,
  });
}

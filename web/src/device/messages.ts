/** What a page and the worker of the game tell each other. */
import type { DeviceCode } from "./problems";

export type ToWorker =
  /** The first message: the version whose files are in the cache, and the address of their folder. */
  | { readonly type: "start"; readonly version: string; readonly folder: string }
  | {
      readonly type: "ask";
      readonly id: number;
      readonly operation: string;
      readonly parameters: Readonly<Record<string, string | number>>;
      readonly body: string | null;
    }
  | { readonly type: "follow"; readonly id: number; readonly room: string; readonly after: number }
  | { readonly type: "unfollow"; readonly id: number }
  /** Delete a room or, without one, all of them. */
  | { readonly type: "remove"; readonly id: number; readonly room: string | null };

/** A refusal by the game, or by what keeps it. */
export interface WorkerProblem {
  readonly code: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

export type FromWorker =
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly type: "problem"; readonly id: number; readonly problem: WorkerProblem }
  /** An update of a followed room, as the JSON that a server pushes. */
  | { readonly type: "push"; readonly id: number; readonly push: string }
  /** A room can't be followed any more. */
  | { readonly type: "end"; readonly id: number; readonly code: string }
  /** The worker could not start. */
  | { readonly type: "failed"; readonly code: DeviceCode };

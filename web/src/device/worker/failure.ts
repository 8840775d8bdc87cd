/** A refusal that is sent to the page. */
import type { WorkerProblem } from "../messages";

export class Failure extends Error {
  readonly problem: WorkerProblem;
  constructor(code: string, facts: WorkerProblem["facts"] = {}) {
    super(code);
    this.problem = { code, facts };
  }
}

/** The request for a hint on the current decision, and its answer. */
import type { Hint, Problem } from "../../protocol/types";
import type { Room } from "../../room/room.svelte";

export class HintRequest {
  hint = $state.raw<Hint | null>(null);
  problem = $state.raw<Problem | null>(null);
  isThinking = $state(false);
  readonly best = $derived(this.hint?.explanation.candidates[0] ?? null);
  readonly isOpen = $derived(this.isThinking || this.problem !== null || this.hint !== null);
  /** The decision that the hint was asked for. */
  private decision: number | null = null;

  constructor(private readonly room: Room) {}

  async ask(decision: number): Promise<void> {
    this.close();
    this.decision = decision;
    this.isThinking = true;
    const answer = await this.room.hint(decision);
    if (this.decision !== decision) return;
    this.isThinking = false;
    if ("code" in answer) this.problem = answer;
    else this.hint = answer;
  }

  close(): void {
    this.decision = null;
    this.hint = null;
    this.problem = null;
    this.isThinking = false;
  }

  /** Close the hint, or stop waiting for it, unless it is for this decision. */
  closeUnlessFor(decision: number): void {
    if (this.decision !== decision) this.close();
  }
}

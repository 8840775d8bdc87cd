/** The request for a hint on the present decision, and its answer. */
import type { Hint, Problem } from "../../protocol/types";
import type { Room } from "../../room/room.svelte";

export class HintRequest {
  hint = $state.raw<Hint | null>(null);
  problem = $state.raw<Problem | null>(null);
  isThinking = $state(false);
  readonly best = $derived(this.hint?.explanation.candidates[0] ?? null);
  readonly isOpen = $derived(this.isThinking || this.problem !== null || this.hint !== null);

  constructor(private readonly room: Room) {}

  async ask(decision: number): Promise<void> {
    this.close();
    this.isThinking = true;
    const answer = await this.room.hint(decision);
    if (!this.isThinking) return;
    this.isThinking = false;
    if ("code" in answer) this.problem = answer;
    else this.hint = answer;
  }

  close(): void {
    this.hint = null;
    this.problem = null;
    this.isThinking = false;
  }

  /** Close the hint unless it is for this decision. */
  closeUnlessFor(decision: number): void {
    if (this.hint?.decision !== decision) this.close();
  }
}

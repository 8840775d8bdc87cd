/** The address at which other devices reach this server, and opening it to them. */
import { openReach, reach } from "../connection/api";
import type { Reach } from "../protocol/types";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

export class LanAccess {
  private known = $state.raw<Reach | null>(null);
  /** Nothing could be opened: this machine is in no network. */
  hasFailed = $state(false);

  constructor() {
    if (this.isHere) {
      reach().then(
        (known) => (this.known = known),
        () => undefined,
      );
    }
  }

  /** What links begin with. */
  get origin(): string {
    return this.known?.url ?? location.origin;
  }

  /** Whether only this machine finds the server. */
  get isClosed(): boolean {
    return this.isHere && this.known !== null && this.known.url === null;
  }

  get mayOpen(): boolean {
    return this.known?.may_open ?? false;
  }

  async open(): Promise<void> {
    try {
      this.known = await openReach();
    } catch {
      this.hasFailed = true;
    }
  }

  private get isHere(): boolean {
    return HERE.includes(location.hostname);
  }
}

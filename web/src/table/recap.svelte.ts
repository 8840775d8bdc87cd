/** Whether a skip is being told: until the first tap, or for a moment. */
const SHOWN = 6_000; // milliseconds

export class Recap {
  isShown = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** An update is shown, which was skipped to or not. */
  follow(isJump: boolean): void {
    this.hide();
    if (!isJump) return;
    this.isShown = true;
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }

  hide(): void {
    clearTimeout(this.timer);
    this.isShown = false;
  }
}

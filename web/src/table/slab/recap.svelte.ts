/** Shows the recap after a skip for a few seconds, or until the first tap or key. */
const RECAP_SHOWN = 6_000; // milliseconds

export class Recap {
  isShown = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show the recap if the shown update was skipped to; hide it otherwise. */
  update(isJump: boolean): void {
    this.hide();
    if (!isJump) return;
    this.isShown = true;
    this.timer = setTimeout(() => this.hide(), RECAP_SHOWN);
  }

  hide(): void {
    clearTimeout(this.timer);
    this.isShown = false;
  }
}

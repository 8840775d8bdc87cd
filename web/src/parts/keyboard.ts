/** What a key press is meant for. */

/** Pressed alone, and not used by anything yet. Shift is allowed. */
export function isPlain(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented);
}

/** Is the target a field that takes letters? A slider takes none. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=range]),select,textarea,[contenteditable]")
  );
}

/** Enter and Space on a focused control are that control's. */
export function isOnControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button,a,summary") !== null;
}

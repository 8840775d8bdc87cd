/** Questions about a key press and its target. */

/** Is the key pressed without Ctrl, Meta or Alt, and not handled yet? Shift is allowed. */
export function isPlain(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented);
}

/** Is the target a field for text or a choice? A slider is not. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=range]),select,textarea,[contenteditable]")
  );
}

/** Is the target within a control, which handles Enter and Space itself? */
export function isOnControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button,a,summary") !== null;
}

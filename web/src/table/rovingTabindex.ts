/** One tab stop for a group of buttons; arrows move within it. */
export function rovingTabindex(group: HTMLElement): { destroy(): void } {
  const members = () => [...group.querySelectorAll<HTMLElement>("[data-rove]:not([disabled])")];

  function settle(): void {
    const all = members();
    const current =
      all.find((member) => member === document.activeElement) ??
      all.find((member) => member.tabIndex === 0) ??
      all[0];
    for (const member of all) member.tabIndex = member === current ? 0 : -1;
  }

  function move(event: KeyboardEvent): void {
    const all = members();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : destination(event.key, at, all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  const watcher = new MutationObserver(settle);
  watcher.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", move);
  group.addEventListener("focusin", settle);
  settle();
  return {
    destroy() {
      watcher.disconnect();
      group.removeEventListener("keydown", move);
      group.removeEventListener("focusin", settle);
    },
  };
}

function destination(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

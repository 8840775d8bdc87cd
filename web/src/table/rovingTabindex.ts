/** Make a group of buttons one tab stop; arrow keys move the focus within it. */
export function rovingTabindex(group: HTMLElement): { destroy(): void } {
  const members = () => [...group.querySelectorAll<HTMLElement>("[data-rove]:not([disabled])")];

  function updateTabindex(): void {
    const all = members();
    const current =
      all.find((member) => member === document.activeElement) ??
      all.find((member) => member.tabIndex === 0) ??
      all[0];
    for (const member of all) member.tabIndex = member === current ? 0 : -1;
  }

  function moveFocus(event: KeyboardEvent): void {
    const all = members();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const next = index < 0 ? undefined : nextIndex(event.key, index, all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  const observer = new MutationObserver(updateTabindex);
  observer.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", moveFocus);
  group.addEventListener("focusin", updateTabindex);
  updateTabindex();
  return {
    destroy() {
      observer.disconnect();
      group.removeEventListener("keydown", moveFocus);
      group.removeEventListener("focusin", updateTabindex);
    },
  };
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

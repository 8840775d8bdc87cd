/** Open a dialog over everything: the focus stays inside, and goes back to where it was. */
export function modal(dialog: HTMLDialogElement): { destroy(): void } {
  const opener = document.activeElement;
  dialog.showModal();
  return {
    destroy() {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
  };
}

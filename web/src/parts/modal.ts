/** Open a modal dialog; when it is removed, the focus returns to the element that had it before. */
export function modal(dialog: HTMLDialogElement): { destroy(): void } {
  const opener = document.activeElement;
  dialog.showModal();
  return {
    destroy() {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
  };
}

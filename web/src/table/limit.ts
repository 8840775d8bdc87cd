/** Beyond it a stall comes with a warning, as docs/views.md says; the server decides. */
export const HAND_LIMIT = 7;

/** Whether games may be on this device: a mark, so that the game here need not be loaded to know. */
const STORAGE_KEY = "byzanz.here";

export function mayHaveGames(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

export function rememberGames(): void {
  try {
    localStorage.setItem(STORAGE_KEY, "1");
  } catch {
    // Without storage the games are not found again, but the one that begins can be played.
  }
}

export function forgetGames(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // A private window may refuse to store; then it did not remember any either.
  }
}

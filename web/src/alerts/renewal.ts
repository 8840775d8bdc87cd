/** Tells the server about this device again, if it has lost it or the language has changed. */
import { AlertState } from "./alerts.svelte";

/** Does nothing if that is not necessary or not possible now. */
export async function renew(): Promise<void> {
  await new AlertState().load();
}

/** Opens the sheet that sends the deal of a game. Pages load this module on demand. */
import { mount, unmount } from "svelte";
import { loadWords } from "../words/words.svelte";
import SendSheet from "./SendSheet.svelte";

/** What is known of the game: its names by seat, for a record whose seat has to be chosen. */
interface Game {
  readonly names?: readonly string[];
  readonly seat?: number;
}

/** Send the deal of a room's game or of a record; with `challenge`, send that deal on. */
export async function openSendSheet(id: string, game: Game = {}, challenge = ""): Promise<void> {
  await loadWords("challenge");
  const sheet = mount(SendSheet, {
    target: document.body,
    props: {
      id,
      names: game.names ?? [],
      first: game.seat ?? 0,
      challenge,
      onclose: () => void unmount(sheet),
    },
  });
}

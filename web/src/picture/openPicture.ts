/** Opens the sheet with the picture of a finished game. Pages load this module on demand. */
import { mount, unmount } from "svelte";
import type { Replay } from "../protocol/types";
import { loadWords } from "../words/words.svelte";
import PictureSheet from "./PictureSheet.svelte";

/** Show the picture of a game; `replay` is the game, if the page has it already. */
export async function openPicture(id: string, replay?: Replay): Promise<void> {
  await loadWords("table");
  await loadWords("picture");
  const sheet = mount(PictureSheet, {
    target: document.body,
    props: { id, replay, onclose: () => void unmount(sheet) },
  });
}

/** The objects behind a table on the page: playback, state, announcements and sounds. */
import { onDestroy } from "svelte";
import { Sounds } from "../sound/sounds";
import { Announcer } from "./log/announcer.svelte";
import { TableState } from "./tableState.svelte";
import { withMainEventsOnly } from "./slab/recap";
import { Playback } from "./playback.svelte";

type AnyRoom = ConstructorParameters<typeof Playback>[0] &
  ConstructorParameters<typeof TableState>[0];

export interface Session {
  playback: Playback;
  table: TableState;
  announcer: Announcer;
}

/** Start a session; it ends with the component during whose creation this is called. */
export function startSession(room: AnyRoom): Session {
  const playback = new Playback(room);
  const table = new TableState(room, playback);
  const announcer = new Announcer();
  const sounds = new Sounds();
  playback.onShow((update, before) => {
    announcer.announce(playback.isJump ? withMainEventsOnly(update) : update, before);
    sounds.play(playback.isJump ? { ...update, steps: [] } : update, before);
  });
  onDestroy(() => {
    playback.end();
    table.shownMoves.dismiss();
    announcer.end();
    sounds.end();
  });
  return { playback, table, announcer };
}

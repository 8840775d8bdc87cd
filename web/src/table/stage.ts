/** What every table has while it is on the page: what is shown, chosen, said and heard. */
import { onDestroy } from "svelte";
import { Sounds } from "../sound/sounds";
import { Announcer } from "./announcer.svelte";
import { Desk } from "./desk.svelte";
import { recapped } from "./recap";
import { Playback } from "./playback.svelte";

type AnyRoom = ConstructorParameters<typeof Playback>[0] & ConstructorParameters<typeof Desk>[0];

export interface Stage {
  playback: Playback;
  desk: Desk;
  announcer: Announcer;
}

/** For a component that begins; it ends with it. */
export function setUp(room: AnyRoom): Stage {
  const playback = new Playback(room);
  const desk = new Desk(room, playback);
  const announcer = new Announcer();
  const sounds = new Sounds();
  playback.onShow((update, before) => {
    announcer.hear(playback.isJump ? recapped(update) : update, before);
    sounds.hear(playback.isJump ? { ...update, steps: [] } : update, before);
  });
  onDestroy(() => {
    playback.end();
    desk.acts.dismiss();
    announcer.end();
    sounds.end();
  });
  return { playback, desk, announcer };
}

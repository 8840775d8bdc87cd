/** People who have deleted their data are called "somebody" in every log, whatever the reader's
 *  language; here the word is translated. */
import type { Replay, Update } from "../protocol/types";
import { t } from "../words/words.svelte";

const SOMEBODY = "somebody";

export function shownName(name: string): string {
  return name === SOMEBODY ? t("game.somebody") : name;
}

/** A list of tables with the names that the reader sees. */
export function shownLines<Line extends { readonly names: readonly string[] }>(
  lines: readonly Line[],
): Line[] {
  return lines.map((line) => ({ ...line, names: line.names.map(shownName) }));
}

export function shownUpdate(update: Update): Update {
  const { room, view } = update;
  if (!room.seats.some(({ name }) => name === SOMEBODY)) return update;
  const seats = room.seats.map((seat) => ({ ...seat, name: seat.name && shownName(seat.name) }));
  return { ...update, room: { ...room, seats }, view: view && withShownNames(view) };
}

export function shownReplay(replay: Replay): Replay {
  if (!replay.names.includes(SOMEBODY)) return replay;
  const frames = replay.frames.map((frame) => ({ ...frame, view: withShownNames(frame.view) }));
  return { ...replay, names: replay.names.map(shownName), frames };
}

function withShownNames<View extends Replay["frames"][number]["view"]>(view: View): View {
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, name: shownName(seat.name) })) };
}

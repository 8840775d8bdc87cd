/** Ids of rooms, replays and puzzles on this device. */

/** They begin with this. A server gives hexadecimal digits alone, so it never gives one of them. */
const PREFIX = "device-";

/** Whether a room, a replay or a puzzle is on this device and not on a server. */
export function isOnDevice(id: string): boolean {
  return id.startsWith(PREFIX);
}

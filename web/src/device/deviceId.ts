/** Ids of rooms and replays on this device. */

/** The ids of a server are 32 hexadecimal digits, so it never gives one of these. */
export const DEVICE_ID = /^device-[0-9a-f]{32}$/;

/** Whether a room, or the replay of its game, is on this device and not on a server. */
export function isOnDevice(id: string): boolean {
  return DEVICE_ID.test(id);
}

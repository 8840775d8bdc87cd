/** The requests about the deal of the day; see `connection/api.ts`. */
import { asKnownPerson, request } from "../connection/api";
import { commandId } from "../connection/random";
import { ownName } from "../room/createRoom";

/** A day such as 2026-11-19; "" is today. */
export const fetchDay = (day: string) => (day === "" ? request("today") : request("day", { day }));
export const fetchCalendar = (day: string) => request("calendar", { day });
export const compare = (day: string, withExpert: boolean) =>
  request("compare_daily", { day, expert: Number(withExpert) });

/** Send the deal of a past day; returns the challenge. */
export async function send(day: string): Promise<string> {
  const body = { name: ownName() };
  const { challenge } = await asKnownPerson(() => request("send_daily", { day }, body));
  return challenge;
}

/** Begin the try of today, or practise with a past day; returns the room. */
export async function play(day: string): Promise<string> {
  const body = { command: commandId(), name: ownName() };
  const { room } = await asKnownPerson(() => request("play_daily", { day }, body));
  return room;
}

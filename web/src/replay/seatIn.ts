/** Whose game it was. */
import { fetchUpdate } from "../connection/api";

/** The eyes of whoever sat in this room: the seat counted from 1; 0 for everybody else. */
export async function seatIn(room: string): Promise<number> {
  try {
    const { room: state } = await fetchUpdate(room);
    return state.seat === null ? 0 : state.seat + 1;
  } catch {
    return 0;
  }
}

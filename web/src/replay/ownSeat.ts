/** The seat whose view a replay shows first. */
import { fetchUpdate } from "../connection/api";

/** The reader's seat in this room, counted from 1; 0 for spectators. */
export async function seatIn(room: string): Promise<number> {
  try {
    const { room: state } = await fetchUpdate(room);
    return state.seat === null ? 0 : state.seat + 1;
  } catch {
    return 0;
  }
}

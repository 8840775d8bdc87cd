/** The transport to a room: push socket and plain requests or, on this device, its worker. */
import { isOnDevice } from "../device/deviceId";
import { PROTOCOL } from "../protocol/endpoints";
import { Refused, addressOf, fetchUpdate } from "./api";
import { Ended, isEnding, type Transport } from "./follow";

export async function transportTo(room: string): Promise<Transport> {
  if (isOnDevice(room)) return (await import("../device/device")).deviceTransport(room);
  return {
    socket(after) {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const path = addressOf("push", { room, after, protocol: PROTOCOL });
      return new WebSocket(`${scheme}://${location.host}${path}`);
    },
    async poll(after) {
      try {
        return await fetchUpdate(room, after);
      } catch (error) {
        const code = error instanceof Refused ? error.problem.code : undefined;
        throw isEnding(code) ? new Ended(code) : error;
      }
    },
  };
}

/** The positions that a replay can jump to: the beginnings of rounds, auctions and markets. */
import type { Frame } from "../protocol/types";

export interface Stops {
  readonly rounds: readonly number[];
  readonly auctions: readonly number[];
}

export function stopsOf(frames: readonly Frame[]): Stops {
  const rounds: number[] = [];
  const auctions: number[] = [];
  frames.forEach(({ events, view }, at) => {
    if (events.some(({ type }) => type === "round_begun")) rounds.push(at);
    const isMarket = view.phase === "take" && frames[at - 1]?.view.phase !== "take";
    const isClosing = view.phase === "close" && frames[at - 1]?.view.phase !== "close";
    const isLot = events.some(({ type }) => type === "lot_revealed");
    if (isLot || isClosing || (isMarket && !isResumed(frames, at))) auctions.push(at);
  });
  return { rounds, auctions };
}

/** Does the market only continue, after a player was over the limit? */
function isResumed(frames: readonly Frame[], at: number): boolean {
  return frames[at - 1]?.view.market.some(({ taken_by }) => taken_by !== null) ?? false;
}

/** The next stop, or the end. */
export function stopAfter(stops: readonly number[], at: number, last: number): number {
  return stops.find((stop) => stop > at) ?? last;
}

/** The previous stop, or the beginning. */
export function stopBefore(stops: readonly number[], at: number): number {
  return stops.findLast((stop) => stop < at) ?? 0;
}

/** Two games of the same deal, auction by auction. */
import type { AuctionLine, ChallengePlayer, RoundLine } from "../protocol/types";

/** An auction or, without a line's number, the market of a round, as two people played it. */
export interface Row {
  readonly round: number;
  readonly offer: number | null; // null: the market
  readonly theirs: AuctionLine | RoundLine | null;
  readonly mine: AuctionLine | RoundLine | null;
  readonly differs: boolean;
  /** What the round brought me more than them, in its last row; otherwise null. */
  readonly forMe: number | null;
}

/** The rows of all rounds, the market of each round last. */
export function rowsOf(theirs: readonly RoundLine[], mine: readonly RoundLine[]): Row[] {
  return mine.flatMap((own, index) => {
    const other = theirs[index];
    return other ? rowsOfRound(other, own) : [];
  });
}

function rowsOfRound(theirs: RoundLine, mine: RoundLine): Row[] {
  const { round } = mine;
  const numbers = new Set([...theirs.auctions, ...mine.auctions].map(({ number }) => number));
  const auctions = [...numbers]
    .sort((a, b) => a - b)
    .map((number): Row => {
      const [other, own] = [theirs, mine].map(({ auctions }) => find(auctions, number));
      const offer = (own ?? other)!.offer;
      const differs = textOf(other) !== textOf(own);
      return { round, offer, theirs: other ?? null, mine: own ?? null, differs, forMe: null };
    });
  const market: Row = {
    round,
    offer: null,
    theirs,
    mine,
    differs: theirs.stall !== mine.stall || theirs.cards.join() !== mine.cards.join(),
    forMe: mine.profit - theirs.profit,
  };
  return [...auctions, market];
}

function find(auctions: readonly AuctionLine[], number: number): AuctionLine | undefined {
  return auctions.find((auction) => auction.number === number);
}

function textOf(line: AuctionLine | undefined): string {
  return JSON.stringify(line ?? null);
}

/** The number of auctions that went differently. */
export function countDifferent(rows: readonly Row[]): number {
  return rows.filter(({ differs, offer }) => differs && offer !== null).length;
}

/** The round that made most of the difference in profit; null if no round made any. */
export function decisiveRound(rows: readonly Row[]): number | null {
  const rounds = rows.filter(({ forMe }) => forMe !== null && forMe !== 0);
  rounds.sort((a, b) => Math.abs(b.forMe!) - Math.abs(a.forMe!));
  return rounds[0]?.round ?? null;
}

/** A player's own result; null unless the game is finished. */
export function resultOf(
  player: ChallengePlayer,
  seat: number,
): { profit: number; place: number } | null {
  return player.seats[seat] ?? null;
}

/** The tips of the first games: each is shown once, at its moment, and blocks nothing. */
import { TIPS, settings, type Tip } from "../settings/settings.svelte";
import type { TableState } from "./tableState.svelte";
import type { Situation } from "./situation";

export interface TipMoment {
  readonly situation: Situation;
  /** A set could be sold. */
  readonly hasSet: boolean;
  /** Cards that the seat has kept as profit. */
  readonly profitCount: number;
}

/** The tip whose moment it is. Selling is spoken of after the goal. */
export function tipAt({ situation, hasSet }: TipMoment, seen: readonly Tip[]): Tip | null {
  const isNew = (tip: Tip) => !seen.includes(tip);
  if (situation === "bid" && isNew("goal")) return "goal";
  if (situation === "take" && isNew("market")) return "market";
  const maySell = hasSet && situation !== "close" && situation !== "over";
  return maySell && !isNew("goal") && isNew("sell") ? "sell" : null;
}

/** Was the move made that a tip speaks of, since it was first shown? */
export function isDone(tip: Tip, before: TipMoment, now: TipMoment): boolean {
  if (tip === "sell") return !now.hasSet || now.profitCount > before.profitCount;
  return now.situation !== before.situation;
}

export class Tips {
  readonly shown = $derived.by(() => this.find());
  /** Height of the tip in pixels; the slab leaves room for it. */
  height = $state(0);
  private started: { tip: Tip; moment: TipMoment }[] = [];

  constructor(private readonly table: TableState) {
    $effect(() => this.follow(this.moment));
  }

  /** How many of them this one is. */
  get number(): number {
    return this.shown === null ? 0 : TIPS.indexOf(this.shown) + 1;
  }

  /** Not again. */
  finish(tip: Tip): void {
    this.started = this.started.filter((each) => each.tip !== tip);
    if (!settings.tipsSeen.includes(tip))
      settings.change({ tipsSeen: [...settings.tipsSeen, tip] });
  }

  private find(): Tip | null {
    const { table } = this;
    if (!table.isPlaying || table.room.isPrepared) return null;
    return tipAt(this.moment, settings.tipsSeen);
  }

  private follow(now: TipMoment): void {
    for (const { tip, moment } of this.started) if (isDone(tip, moment, now)) this.finish(tip);
    const tip = this.shown;
    if (tip !== null && !this.started.some((each) => each.tip === tip))
      this.started.push({ tip, moment: now });
  }

  private get moment(): TipMoment {
    const { situation, sales, seat, view } = this.table;
    const profitCount = seat === null ? 0 : (view.seats[seat]?.profit_count ?? 0);
    return { situation, hasSet: sales.length > 0, profitCount };
  }
}

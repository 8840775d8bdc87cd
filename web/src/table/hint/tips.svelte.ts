/** The tips for the first games: each is shown once, in a fitting situation, and blocks nothing. */
import { TIPS, settings, type Tip } from "../../settings/settings.svelte";
import type { TableState } from "../tableState.svelte";
import type { Situation } from "../situation";

export interface TipMoment {
  readonly situation: Situation;
  /** Can a set be sold? */
  readonly hasSet: boolean;
  /** Cards that the seat has kept as profit. */
  readonly profitCount: number;
}

/** The tip for this moment, if any. The tip on selling comes after the one on the goal. */
export function tipAt({ situation, hasSet }: TipMoment, seen: readonly Tip[]): Tip | null {
  const isNew = (tip: Tip) => !seen.includes(tip);
  if (situation === "bid" && isNew("goal")) return "goal";
  if (situation === "take" && isNew("market")) return "market";
  const maySell = hasSet && situation !== "close" && situation !== "over";
  return maySell && !isNew("goal") && isNew("sell") ? "sell" : null;
}

/** Has the player made the move that the tip explains, since the tip was first shown? */
export function isDone(tip: Tip, before: TipMoment, now: TipMoment): boolean {
  if (tip === "sell") return !now.hasSet || now.profitCount > before.profitCount;
  return now.situation !== before.situation;
}

export class Tips {
  readonly shown = $derived.by(() => this.current());
  /** Height of the tip in pixels; the slab leaves room for it. */
  height = $state(0);
  private started: { tip: Tip; moment: TipMoment }[] = [];

  constructor(private readonly table: TableState) {
    $effect(() => this.track(this.moment));
  }

  /** The number of the shown tip, from 1; 0 if none is shown. */
  get number(): number {
    return this.shown === null ? 0 : TIPS.indexOf(this.shown) + 1;
  }

  /** Mark a tip as seen. */
  finish(tip: Tip): void {
    this.started = this.started.filter((each) => each.tip !== tip);
    if (!settings.tipsSeen.includes(tip))
      settings.change({ tipsSeen: [...settings.tipsSeen, tip] });
  }

  private current(): Tip | null {
    const { table } = this;
    if (!table.isPlaying || table.room.isLessonOrReplay) return null;
    return tipAt(this.moment, settings.tipsSeen);
  }

  private track(now: TipMoment): void {
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

/** What the action bar says and offers. */
import { withArticle } from "./advice";
import { totalOf } from "../cards/face";
import { cardName, goodName } from "../cards/names";
import { ownName } from "../room/making";
import { go } from "../router.svelte";
import { t } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";
import { cardsAt } from "./selection";

export interface Choice {
  readonly label: string;
  readonly act: () => void;
  /** Why it does nothing yet. */
  readonly isOff?: boolean;
  /** Only prepares the next click. */
  readonly isSoft?: boolean;
}

export interface Bar {
  readonly pill: string;
  readonly tone: "mine" | "warn" | "wait";
  readonly prompt: string;
  readonly primary: Choice | null;
  readonly second: Choice | null;
}

export function barOf(desk: Desk): Bar {
  if (desk.update.room.status === "aborted") return aborted();
  if (desk.isAway) return away(desk);
  switch (desk.situation) {
    case "bid":
      return bidding(desk);
    case "give":
      return giving(desk);
    case "take":
      return taking(desk);
    case "limit":
      return reducing(desk);
    case "close":
      return closing(desk);
    default:
      return waiting(desk);
  }
}

function aborted(): Bar {
  const primary = { label: t("menu.home"), act: () => go("/") };
  return { pill: t("log.ended"), tone: "wait", prompt: t("notice.aborted"), primary, second: null };
}

function away(desk: Desk): Bar {
  const primary = { label: t("away.button"), act: () => void desk.ask({ type: "come_back" }) };
  return { pill: t("away.pill"), tone: "warn", prompt: t("away.prompt"), primary, second: null };
}

function bidding(desk: Desk): Bar {
  const option = desk.options!.bid!;
  const common = { pill: t("turn.you"), tone: "mine" } as const;
  const second: Choice = { label: t("bid.pass"), act: () => desk.pass() };
  if (!option.cheapest.length) {
    return { ...common, prompt: t("bid.onlyPass"), primary: { ...second }, second: null };
  }
  const prompt = desk.laidValue ? t("bid.promptRaise") : t("bid.prompt");
  if (!desk.picked.length) {
    const n = option.laid_value + totalOf(option.cheapest);
    const cheapest = {
      label: t("bid.cheapest", { n }),
      act: () => desk.pickCheapest(),
      isSoft: true,
    };
    return { ...common, prompt, primary: cheapest, second };
  }
  const n = desk.total;
  if (n <= option.beat) {
    const label = t("bid.first", { n });
    const low = t("bid.low", { n, m: option.beat + 1 });
    return {
      ...common,
      prompt: low,
      primary: { label, act: () => desk.bid(), isOff: true },
      second,
    };
  }
  const label = option.beat ? t("bid.button", { n, m: option.beat }) : t("bid.first", { n });
  if (desk.isDoubting) {
    const k = n - option.beat - 1;
    const primary = { label: t("bid.generousButton", { n }), act: () => desk.bid() };
    return { ...common, prompt: t("bid.generous", { k }), primary, second };
  }
  return { ...common, prompt, primary: { label, act: () => desk.bid() }, second };
}

function giving(desk: Desk): Bar {
  const card = desk.given === null ? undefined : desk.view.lot?.cards[desk.given];
  const primary: Choice = card
    ? { label: t("won.giveButton", { card: withArticle(card) }), act: () => desk.give() }
    : { label: t("won.chooseCard"), act: () => undefined, isOff: true };
  return { pill: t("turn.you"), tone: "mine", prompt: t("won.give"), primary, second: null };
}

function taking(desk: Desk): Bar {
  const option = desk.options!.take.find(({ stall }) => stall === desk.stall);
  const facts = option && { good: goodName(option.stall), n: option.cards.length };
  const primary: Choice = facts
    ? { label: t("market.takeButton", facts), act: () => desk.take() }
    : { label: t("market.choose"), act: () => undefined, isOff: true };
  return { pill: t("turn.you"), tone: "mine", prompt: t("market.take"), primary, second: null };
}

function reducing(desk: Desk): Bar {
  const k = desk.options!.discard!.excess_count;
  const common = { pill: t("limit.pill"), tone: "warn" } as const;
  if (desk.showsSale && desk.sale) {
    const second = { label: t("limit.discardMode"), act: () => desk.discardMode(true) };
    return { ...common, prompt: t("limit.prompt"), primary: sale(desk), second };
  }
  const [card] = cardsAt(desk.hand, desk.picked);
  const primary: Choice = card
    ? { label: t("limit.discard", { card: withArticle(card) }), act: () => desk.discard() }
    : { label: t("limit.choose"), act: () => undefined, isOff: true };
  const second = desk.sales.length
    ? { label: t("limit.sellMode"), act: () => desk.discardMode(false) }
    : null;
  return { ...common, prompt: t("limit.toDiscard", { k }), primary, second };
}

function closing(desk: Desk): Bar {
  const common = { pill: t("close.pill"), tone: "mine", prompt: t("close.prompt") } as const;
  const done = { label: t("close.done"), act: () => desk.done() };
  if (!desk.sale) return { ...common, primary: done, second: null };
  return { ...common, primary: sale(desk), second: done };
}

function sale(desk: Desk): Choice {
  return { label: saleLabel(desk), act: () => void desk.sell() };
}

export function saleLabel(desk: Desk): string {
  if (!desk.sale) return "";
  if (desk.sale.kept === "M") return t("sell.merchants");
  return t("sell.button", { card: cardName(desk.sale.kept) });
}

function waiting(desk: Desk): Bar {
  const { turn } = desk.view;
  const pill =
    desk.situation === "close-wait" || turn === null ? t("close.pill") : waitPill(desk, turn);
  return { pill, tone: "wait", prompt: waitPrompt(desk), primary: null, second: nextSeat(desk) };
}

/** Whoever watches may play the next game. */
function nextSeat(desk: Desk): Choice | null {
  const { may_ask_seat, asks_seat } = desk.room.update.room; // told without a step, too
  if (desk.seat !== null || !(may_ask_seat || asks_seat)) return null;
  const act = () => void desk.ask({ type: "ask_seat", name: ownName(), is_wanted: !asks_seat });
  return { label: t(asks_seat ? "next.no" : "next.ask"), act };
}

function waitPill(desk: Desk, turn: number): string {
  if (desk.isBotsOnly && desk.update.room.setup.pace === "paused") return t("speed.pause");
  return t("turn.other", { name: desk.name(turn) });
}

function waitPrompt(desk: Desk): string {
  const { view, seat } = desk;
  const turn = view.turn ?? 0;
  const name = desk.name(turn);
  switch (desk.situation) {
    case "give-wait":
      return t("wait.give", { name });
    case "take-wait":
      return t("wait.take", { name });
    case "limit-wait":
      return t("wait.limit", { name });
    case "close-wait":
      return seat === null ? t("close.prompt") : t("wait.close");
    default:
      return seat === null ? t("wait.bid", { name }) : bidWaitPrompt(desk, seat);
  }
}

function bidWaitPrompt(desk: Desk, seat: number): string {
  const own = desk.view.seats[seat]!;
  if (own.offer !== null) return t("wait.won", { n: own.offer });
  if (own.has_passed) return t("wait.passed");
  if (desk.view.lot?.leader === seat) return t("wait.lead", { n: own.bid_value });
  return t("wait.answer");
}

/** The texts and buttons of the action bar in each situation. */
import { withArticle } from "../hint/hintText";
import { totalOf } from "../../cards/face";
import { cardName, goodName } from "../../cards/names";
import { ownName } from "../../room/createRoom";
import { navigate } from "../../router.svelte";
import { t } from "../../words/words.svelte";
import type { TableState } from "../tableState.svelte";
import { cardsAt } from "../hand/selection";

export interface Choice {
  readonly label: string;
  readonly act: () => void;
  /** The button is shown, but does nothing yet. */
  readonly isDisabled?: boolean;
  /** It selects cards and sends nothing, so it is drawn less prominently. */
  readonly isSoft?: boolean;
}

export interface ActionBarState {
  readonly pill: string;
  readonly tone: "mine" | "warn" | "wait";
  readonly prompt: string;
  readonly primary: Choice | null;
  readonly second: Choice | null;
}

export function actionBarOf(table: TableState): ActionBarState {
  if (table.update.room.status === "aborted") return aborted();
  if (table.isAway) return away(table);
  switch (table.situation) {
    case "bid":
      return bidding(table);
    case "give":
      return giving(table);
    case "take":
      return taking(table);
    case "limit":
      return reducing(table);
    case "close":
      return closing(table);
    default:
      return waiting(table);
  }
}

function aborted(): ActionBarState {
  const primary = { label: t("menu.home"), act: () => navigate("/") };
  return { pill: t("log.ended"), tone: "wait", prompt: t("notice.aborted"), primary, second: null };
}

function away(table: TableState): ActionBarState {
  const primary = { label: t("away.button"), act: () => void table.send({ type: "come_back" }) };
  return { pill: t("away.pill"), tone: "warn", prompt: t("away.prompt"), primary, second: null };
}

function bidding(table: TableState): ActionBarState {
  const option = table.options!.bid!;
  const common = { pill: t("turn.you"), tone: "mine" } as const;
  const second: Choice = { label: t("bid.pass"), act: () => table.pass() };
  if (!option.cheapest.length) {
    return { ...common, prompt: t("bid.onlyPass"), primary: { ...second }, second: null };
  }
  const prompt = table.laidValue ? t("bid.promptRaise") : t("bid.prompt");
  if (!table.picked.length) {
    const n = option.laid_value + totalOf(option.cheapest);
    const cheapest = {
      label: t("bid.cheapest", { n }),
      act: () => table.pickCheapest(),
      isSoft: true,
    };
    return { ...common, prompt, primary: cheapest, second };
  }
  const n = table.total;
  if (n <= option.beat) {
    const label = t("bid.first", { n });
    const low = t("bid.low", { n, m: option.beat + 1 });
    return {
      ...common,
      prompt: low,
      primary: { label, act: () => table.bid(), isDisabled: true },
      second,
    };
  }
  const label = option.beat ? t("bid.button", { n, m: option.beat }) : t("bid.first", { n });
  if (table.isConfirming) {
    const k = n - option.beat - 1;
    const primary = { label: t("bid.generousButton", { n }), act: () => table.bid() };
    return { ...common, prompt: t("bid.generous", { k }), primary, second };
  }
  return { ...common, prompt, primary: { label, act: () => table.bid() }, second };
}

function giving(table: TableState): ActionBarState {
  const card = table.given === null ? undefined : table.view.lot?.cards[table.given];
  const primary: Choice = card
    ? { label: t("won.giveButton", { card: withArticle(card) }), act: () => table.give() }
    : { label: t("won.chooseCard"), act: () => undefined, isDisabled: true };
  return { pill: t("turn.you"), tone: "mine", prompt: t("won.give"), primary, second: null };
}

function taking(table: TableState): ActionBarState {
  const option = table.options!.take.find(({ stall }) => stall === table.stall);
  const facts = option && { good: goodName(option.stall), n: option.cards.length };
  const primary: Choice = facts
    ? { label: t("market.takeButton", facts), act: () => table.take() }
    : { label: t("market.choose"), act: () => undefined, isDisabled: true };
  return { pill: t("turn.you"), tone: "mine", prompt: t("market.take"), primary, second: null };
}

function reducing(table: TableState): ActionBarState {
  const k = table.options!.discard!.excess_count;
  const common = { pill: t("limit.pill"), tone: "warn" } as const;
  if (table.showsSale && table.sale) {
    const second = { label: t("limit.discardMode"), act: () => table.setDiscarding(true) };
    return { ...common, prompt: t("limit.prompt"), primary: sale(table), second };
  }
  const [card] = cardsAt(table.hand, table.picked);
  const primary: Choice = card
    ? { label: t("limit.discard", { card: withArticle(card) }), act: () => table.discard() }
    : { label: t("limit.choose"), act: () => undefined, isDisabled: true };
  const second = table.sales.length
    ? { label: t("limit.sellMode"), act: () => table.setDiscarding(false) }
    : null;
  return { ...common, prompt: t("limit.toDiscard", { k }), primary, second };
}

function closing(table: TableState): ActionBarState {
  const common = { pill: t("close.pill"), tone: "mine", prompt: t("close.prompt") } as const;
  const done = { label: t("close.done"), act: () => table.done() };
  if (!table.sale) return { ...common, primary: done, second: null };
  return { ...common, primary: sale(table), second: done };
}

function sale(table: TableState): Choice {
  return { label: saleLabel(table), act: () => void table.sell() };
}

export function saleLabel(table: TableState): string {
  if (!table.sale) return "";
  if (table.sale.kept === "M") return t("sell.merchants");
  return t("sell.button", { card: cardName(table.sale.kept) });
}

function waiting(table: TableState): ActionBarState {
  const { turn } = table.view;
  const pill =
    table.situation === "close-wait" || turn === null ? t("close.pill") : waitPill(table, turn);
  return { pill, tone: "wait", prompt: waitPrompt(table), primary: null, second: nextSeat(table) };
}

/** A spectator may ask for a seat in the next game. */
function nextSeat(table: TableState): Choice | null {
  // From the room, because this can also change between the steps of a game.
  const { may_ask_seat, asks_seat } = table.room.update.room;
  if (table.seat !== null || !(may_ask_seat || asks_seat)) return null;
  const act = () => void table.send({ type: "ask_seat", name: ownName(), is_wanted: !asks_seat });
  return { label: t(asks_seat ? "next.no" : "next.ask"), act };
}

function waitPill(table: TableState, turn: number): string {
  if (table.isBotsOnly && table.update.room.setup.pace === "paused") return t("speed.pause");
  return t("turn.other", { name: table.name(turn) });
}

function waitPrompt(table: TableState): string {
  const { view, seat } = table;
  const turn = view.turn ?? 0;
  const name = table.name(turn);
  switch (table.situation) {
    case "give-wait":
      return t("wait.give", { name });
    case "take-wait":
      return t("wait.take", { name });
    case "limit-wait":
      return t("wait.limit", { name });
    case "close-wait":
      return seat === null ? t("close.prompt") : t("wait.close");
    default:
      return seat === null ? t("wait.bid", { name }) : bidWaitPrompt(table, seat);
  }
}

function bidWaitPrompt(table: TableState, seat: number): string {
  const own = table.view.seats[seat]!;
  if (own.offer !== null) return t("wait.won", { n: own.offer });
  if (own.has_passed) return t("wait.passed");
  if (table.view.lot?.leader === seat) return t("wait.lead", { n: own.bid_value });
  return t("wait.answer");
}

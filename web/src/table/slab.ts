/** What lies on the slab, and what is written beside it. */
import { goodTitle } from "../cards/names";
import type { Card, LotView, Options } from "../protocol/types";
import { list, t } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";
import { lotPlace, ordinalName } from "./ordinals";
import { cardsAt } from "./selection";

export interface Slab {
  readonly head: { readonly title: string; readonly text: string; readonly offer: number } | null;
  readonly cards: readonly Card[];
  /** Instead of cards. */
  readonly message: string;
  /** The card of a set that is kept. */
  readonly kept: Card | null;
  readonly number: number | null;
  readonly caption: string;
  readonly text: string;
}

type TakeOption = Options["take"][number];

const NOTHING = {
  head: null,
  cards: [],
  message: "",
  kept: null,
  number: null,
  caption: "",
  text: "",
};

export function slabOf(desk: Desk): Slab {
  const { lot } = desk.view;
  switch (desk.situation) {
    case "bid":
    case "bid-wait":
      return lot ? auction(desk, lot) : NOTHING;
    case "give":
    case "give-wait":
      return lot ? gift(desk, lot) : NOTHING;
    case "take":
    case "take-wait":
      return market(desk);
    case "limit":
      return limit(desk);
    case "limit-wait":
      return othersLimit(desk);
    case "close":
      return closing(desk);
    case "close-wait":
      return { ...NOTHING, message: t("wait.closing", { names: list(unfinished(desk)) }) };
    case "over":
      return NOTHING;
  }
}

function lotHead(lot: LotView, text: string): Slab["head"] {
  return { title: t("lot.title", { n: lot.offer }), text, offer: lot.offer };
}

function auction(desk: Desk, lot: LotView): Slab {
  const { leader, beat } = lot;
  const need = t("bid.need", { n: (beat ?? 0) + 1 });
  const answers =
    desk.view.turn === null
      ? ""
      : t(leader === null ? "bid.toBid" : "bid.answers", { name: desk.name(desk.view.turn) });
  return {
    ...NOTHING,
    head: lotHead(lot, lotPlace(lot.number, desk.view.seats.length)),
    cards: lot.cards,
    number: beat || null,
    caption: leader === null ? t("bid.none") : leads(desk, leader),
    text: desk.situation === "bid" ? need : answers,
  };
}

function leads(desk: Desk, leader: number): string {
  return leader === desk.seat ? t("bid.youLead") : t("bid.otherLeads", { name: desk.name(leader) });
}

function gift(desk: Desk, lot: LotView): Slab {
  const text = lot.price === null ? t("lot.last") : t("lot.price", { n: lot.price });
  const isMine = desk.situation === "give";
  const name = desk.name(desk.view.turn ?? 0);
  return {
    ...NOTHING,
    head: lotHead(lot, text),
    cards: lot.cards,
    number: lot.price,
    caption: isMine ? t("won.you") : t("won.other", { name }),
    text: isMine ? t("won.giveShort") : t("won.otherGives"),
  };
}

function market(desk: Desk): Slab {
  const { view, seat } = desk;
  const own = seat === null ? undefined : view.seats[seat];
  const stall = view.market.find(({ stall, cards }) => stall === desk.stall && cards.length > 0);
  const hasTaken = view.market.some((each) => each.taken_by === seat);
  const head =
    own?.offer != null && own.takes_at !== null && !hasTaken
      ? {
          title: t("lot.title", { n: own.offer }),
          text: t("market.order", { ordinal: ordinalName(own.takes_at) }),
          offer: own.offer,
        }
      : null;
  const name = desk.name(view.turn ?? 0);
  if (!stall) {
    const message =
      desk.situation === "take" ? t("market.lookUp") : t("market.otherTakes", { name });
    return { ...NOTHING, head, message };
  }
  const option = desk.options?.take.find((each) => each.stall === stall.stall);
  return {
    ...NOTHING,
    head,
    cards: stall.cards,
    number: stall.cards.length,
    caption:
      desk.situation === "take"
        ? goodTitle(stall.stall)
        : t("market.planned", { good: goodTitle(stall.stall) }),
    text: option ? outcome(option) : t("market.otherTakes", { name }),
  };
}

function outcome(option: TakeOption): string {
  return option.completes && !option.excess_after
    ? t("market.completes")
    : t("market.grows", { n: option.hand_after });
}

function limit(desk: Desk): Slab {
  const k = desk.view.excess_count;
  const common = {
    ...NOTHING,
    number: desk.hand.length,
    caption: t("limit.tooMany", { k }),
    text: t("limit.limit", { n: desk.hand.length - k }),
  };
  if (desk.showsSale && desk.sale)
    return { ...common, cards: bestFirst(desk), kept: desk.sale.kept };
  const cards = cardsAt(desk.hand, desk.picked);
  return { ...common, cards, message: cards.length ? "" : t("limit.chooseCard") };
}

function othersLimit(desk: Desk): Slab {
  const turn = desk.view.turn ?? 0;
  const n = desk.view.seats[turn]?.hand_count ?? 0;
  const message = t("limit.other", { name: desk.name(turn) });
  return {
    ...NOTHING,
    message,
    number: n,
    caption: t("limit.tooMany", { k: desk.view.excess_count }),
  };
}

function closing(desk: Desk): Slab {
  const profit = {
    number: desk.view.own?.profit ?? 0,
    caption: t("close.profit"),
    text: t("close.soFar"),
  };
  if (!desk.sale) return { ...NOTHING, ...profit, message: t("close.nothing") };
  return { ...NOTHING, ...profit, cards: bestFirst(desk), kept: desk.sale.kept };
}

/** The kept card, then the two that go to the box. */
export function bestFirst(desk: Desk): readonly Card[] {
  const { cards, kept } = desk.sale!;
  const rest = [...cards];
  rest.splice(rest.indexOf(kept), 1);
  return [kept, ...rest.reverse()];
}

function unfinished(desk: Desk): string[] {
  return desk.view.seats.flatMap((seat) => (seat.is_done ? [] : [seat.name]));
}

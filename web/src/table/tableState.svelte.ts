/** The selection and the open panels of one person at the table, and the commands they send. */
import type { Card, CommandWithoutId, Problem, Stall, Update, UpdateStep } from "../protocol/types";
import type { Room } from "../room/room.svelte";
import { Absence } from "./absence/absence.svelte";
import { ShownMoves } from "./slab/shownMoves.svelte";
import { Guess } from "./bidding/guess.svelte";
import { HintRequest } from "./hint/hintRequest.svelte";
import { bid, discard, done, give, moveText, pass, sell, take, type Move } from "./moves";
import type { Playback } from "./playback.svelte";
import {
  bidTotal,
  cardsAt,
  carriedOver,
  indexesOf,
  sameCards,
  toggled,
  type CardIndexes,
} from "./hand/selection";
import { Recap } from "./slab/recap.svelte";
import { settings, type Pace } from "../settings/settings.svelte";
import { isOwnTurn, situationOf, type Situation } from "./situation";
import { StoredBidPlan, type BidLimit } from "./bidding/bidPlan.svelte";

/** A bid that is higher than needed by this value has to be confirmed. */
const CONFIRM_MARGIN = 3;

export type Panel =
  "log" | "memory" | "menu" | "reactions" | "settings" | "leave" | "stop" | "open";

export class TableState {
  /** The selected cards of the hand. */
  picked = $state.raw<CardIndexes>([]);
  /** The index in the lot of the card to give. */
  given = $state<number | null>(null);
  /** The stall to take now, or planned for later. */
  stall = $state<Stall | null>(null);
  /** The index of the selected sale in `sales`. */
  saleIndex = $state(0);
  isDiscarding = $state(false);
  isSaleOpen = $state(false);
  /** A high bid waits for a second click. */
  isConfirming = $state(false);
  isSending = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** A message about an action outside the game, such as a saved file. */
  message = $state("");
  panel = $state<Panel | null>(null);
  readonly shownMoves: ShownMoves;
  readonly guess: Guess;
  readonly hintRequest: HintRequest;
  readonly recap = new Recap();
  readonly bidPlan = new StoredBidPlan();
  readonly absence: Absence;

  readonly update = $derived.by(() => this.playback.shown);
  readonly view = $derived.by(() => this.update.view!);
  readonly options = $derived.by(() => this.update.options);
  readonly situation = $derived.by(() => situationOf(this.view, this.options));
  readonly isOwnTurn = $derived.by(() => isOwnTurn(this.situation));
  readonly seat = $derived.by(() => this.view.seat);
  readonly hand = $derived.by((): readonly Card[] => this.view.own?.hand ?? []);
  readonly sales = $derived.by(() => this.options?.sales ?? []);
  readonly sale = $derived.by(() => this.sales[this.saleIndex] ?? this.sales[0] ?? null);
  /** Over the limit and in the closing sales, sets are sold on the slab. */
  readonly sellsOnSlab = $derived.by(() => sellsOnSlab(this.situation));
  /** Are three cards of the hand shown as the set to sell? */
  readonly showsSale = $derived.by(() => {
    if (!this.sale) return false;
    if (this.isSaleOpen) return true;
    return !this.isDiscarding && this.sellsOnSlab;
  });
  readonly marked = $derived.by((): CardIndexes => {
    return this.showsSale && this.sale ? indexesOf(this.hand, this.sale.cards) : this.picked;
  });
  /** The steps up to the shown update. */
  readonly steps = $derived.by(() => this.room.steps.filter((step) => step.seq <= this.update.seq));
  readonly mayReact = $derived.by(
    () =>
      this.seat !== null && this.update.room.status !== "aborted" && !this.room.isLessonOrReplay,
  );
  /** Are all players bots? */
  readonly isBotsOnly = $derived.by(() =>
    this.update.room.seats.every(({ kind }) => kind === "bot"),
  );
  /** The seats of people who have not left for good. */
  readonly people = $derived.by(() =>
    this.update.room.seats.flatMap((each, seat) =>
      each.kind === "person" && !each.has_left ? [seat] : [],
    ),
  );
  /** Is the game over, so that all cards are open? Those of a deal of the day stay hidden. */
  readonly areCardsOpen = $derived.by(
    () => ["finished", "aborted"].includes(this.update.room.status) && !this.update.room.day,
  );
  readonly isPlaying = $derived.by(
    () => this.seat !== null && this.update.room.status === "running",
  );
  /** Has this person voted to end the game? */
  readonly hasVoted = $derived.by(
    () => this.seat !== null && this.update.room.abort_asked.includes(this.seat),
  );
  /** Does a bot play for this person? */
  readonly isAway = $derived.by(
    () => this.seat !== null && (this.update.room.seats[this.seat]?.is_away ?? false),
  );
  /** Is a decision about an absent player the only one to make? */
  readonly showsAbsenceActions = $derived.by(() => {
    if (!this.isPlaying || this.isAway) return false;
    const { seatInQuestion, endsIn } = this.absence;
    return endsIn !== null || (seatInQuestion !== null && !this.isOwnTurn);
  });
  readonly total = $derived.by(() => bidTotal(this.laidValue, this.hand, this.picked));
  readonly audience = $derived.by(() => ({
    names: this.view.seats.map((seat) => seat.name),
    seat: this.seat,
  }));

  constructor(
    readonly room: Room,
    readonly playback: Playback,
  ) {
    this.shownMoves = new ShownMoves();
    this.guess = new Guess();
    this.hintRequest = new HintRequest(room);
    this.absence = new Absence(room);
    playback.onShow((update, before) => this.adaptSelection(update, before));
    playback.onShow((update, before) => this.shownMoves.add(update, before));
  }

  get laidValue(): number {
    return this.seat === null ? 0 : (this.view.seats[this.seat]?.bid_value ?? 0);
  }

  name(seat: number): string {
    return this.view.seats[seat]?.name ?? "";
  }

  // --- selecting --------------------------------------------------------------------------

  pickHand(index: number): void {
    this.clearMessages();
    if (this.isSaleOpen) this.pickForSale(index);
    else if (this.situation === "limit") this.pickToDiscard(index);
    else if (this.situation === "close") this.pickForSale(index);
    else if (!this.mayLay(this.hand[index]!))
      this.problem = { code: "refused", facts: { reason: "merchant_bid" } };
    else this.picked = toggled(this.picked, index);
  }

  mayLay(card: Card): boolean {
    return isLayable(this.options, card);
  }

  /** Select the cheapest sufficient bid. */
  pickCheapest(): void {
    this.clearMessages();
    this.picked = indexesOf(this.hand, this.options?.bid?.cheapest ?? []);
  }

  pickLot(index: number): void {
    this.clearMessages();
    this.given = this.given === index ? null : index;
  }

  pickStall(stall: Stall): void {
    this.clearMessages();
    this.stall = this.stall === stall && this.situation !== "take" ? null : stall;
  }

  pickSale(index: number): void {
    this.clearMessages();
    this.isDiscarding = false;
    this.saleIndex = index;
  }

  setDiscarding(isDiscarding: boolean): void {
    this.clearMessages();
    this.isDiscarding = isDiscarding;
    this.picked = [];
  }

  /** Show the sets to sell: on the slab if they are sold there, otherwise in a sheet. */
  openSale(isOpen: boolean): void {
    this.clearMessages();
    if (this.sellsOnSlab) this.setDiscarding(false);
    else this.isSaleOpen = isOpen && this.sales.length > 0;
  }

  private pickToDiscard(index: number): void {
    this.isDiscarding = true;
    this.picked = this.picked.includes(index) ? [] : [index];
  }

  /** Select the best set with this card or, if it is selected, the next best. */
  private pickForSale(index: number): void {
    const card = this.hand[index];
    const withCard = this.sales.flatMap((sale, saleIndex) =>
      card && sale.cards.includes(card) ? [saleIndex] : [],
    );
    const next = withCard.find((saleIndex) => saleIndex > this.saleIndex) ?? withCard[0];
    if (next !== undefined) this.saleIndex = next;
  }

  private clearMessages(): void {
    this.problem = null;
    this.message = "";
    this.isConfirming = false;
  }

  // --- commands ---------------------------------------------------------------------------

  bid(): void {
    const option = this.options?.bid;
    if (!option || this.total <= option.beat || !this.picked.length) return;
    if (
      this.total >= option.beat + 1 + CONFIRM_MARGIN &&
      !this.isConfirming &&
      !this.isCheapest()
    ) {
      this.isConfirming = true;
      return;
    }
    void this.play(bid(cardsAt(this.hand, this.picked)));
  }

  pass(): void {
    void this.play(pass());
  }

  give(): void {
    const card = this.given === null ? undefined : this.view.lot?.cards[this.given];
    if (card) void this.play(give(card));
  }

  take(): void {
    if (this.stall && this.options?.take.some((option) => option.stall === this.stall)) {
      void this.play(take(this.stall));
    }
  }

  discard(): void {
    const [card] = cardsAt(this.hand, this.picked);
    if (card) void this.play(discard(card));
  }

  async sell(): Promise<void> {
    if (this.sale && (await this.play(sell(this.sale.cards)))) this.isSaleOpen = false;
  }

  done(): void {
    void this.play(done());
  }

  /** A key of the running auction, unique among all rooms. */
  get auction(): string {
    return `${this.room.id} ${this.view.round} ${this.view.lot?.number}`;
  }

  /** Let the server pass or bid in this auction; null stops it. */
  async setBidPlan(limit: BidLimit | null): Promise<void> {
    const { round, lot } = this.view;
    if (!lot) return;
    const { auction } = this;
    const before = this.bidPlan.of(auction);
    this.bidPlan.set(auction, limit);
    this.problem = await this.room.sendBidPlan({
      auction: { round, number: lot.number },
      above: limit?.kind === "pass" ? limit.value : null,
      up_to: limit?.kind === "bid" ? limit.value : null,
    });
    if (this.problem) this.bidPlan.set(auction, before);
  }

  /** Set the pace of the bots, here and for the next games. */
  setPace(pace: Pace): void {
    settings.change({ pace });
    void this.send({ type: "change_setup", setup: { ...this.update.room.setup, pace } });
  }

  /** Skip to this person's next decision. */
  async skip(): Promise<void> {
    if (!this.update.room.may_skip || this.playback.isSkipping) return;
    this.playback.skip();
    this.problem = await this.room.skip();
    if (this.problem) this.playback.endSkip();
  }

  /** Send a command; true if it was executed, otherwise `problem` says why not. */
  async send(command: CommandWithoutId): Promise<boolean> {
    this.problem = null;
    this.problem = await this.room.send(command);
    return this.problem === null;
  }

  private isCheapest(): boolean {
    return sameCards(cardsAt(this.hand, this.picked), this.options?.bid?.cheapest ?? []);
  }

  private async play(move: Move): Promise<boolean> {
    if (this.isSending) return false;
    this.isSending = true;
    const isAnytime = move.type === "sell" || move.type === "done";
    const decision = isAnytime ? {} : { decision: this.options?.decision ?? null };
    const isDone = await this.send({ type: "play", move: moveText(move), ...decision });
    this.isSending = false;
    if (isDone) this.clearSelection(move);
    return isDone;
  }

  private stepsBetween(after: number, last: number): readonly UpdateStep[] {
    return this.room.steps.filter(({ seq }) => seq > after && seq <= last);
  }

  /** Clear the selection after a move; a sale leaves the cards selected for a bid. */
  private clearSelection(move: Move): void {
    this.saleIndex = 0;
    this.isConfirming = false;
    if (move.type === "sell") return;
    this.picked = [];
    this.given = null;
    if (move.type === "take") this.stall = null;
    if (move.type !== "discard") this.isDiscarding = false;
  }

  /** Keep the parts of the selection that still apply after an update. */
  private adaptSelection(update: Update, old: Update): void {
    const { view, options, is_rewound } = update;
    const { view: before } = old;
    if (!view || !before) return;
    if (is_rewound) this.bidPlan.set("", null);
    this.recap.update(this.playback.isJump);
    const hand = view.own?.hand ?? [];
    const picked = carriedOver(before.own?.hand ?? [], hand, this.picked);
    this.picked = picked.filter((index) => isLayable(options, hand[index]!));
    if (view.decision !== before.decision) {
      this.isConfirming = false;
      this.message = "";
    }
    if (
      view.lot?.number !== before.lot?.number ||
      view.lot?.cards.length !== before.lot?.cards.length
    ) {
      this.given = null;
    }
    if (view.phase !== "reduce") this.isDiscarding = false;
    if (
      this.stall &&
      !view.market.some(({ stall, cards }) => stall === this.stall && cards.length)
    ) {
      this.stall = null;
    }
    if (sellsOnSlab(situationOf(view, options))) this.isSaleOpen = false;
    this.guess.update(view, before, this.stepsBetween(old.seq, update.seq));
    this.hintRequest.closeUnlessFor(view.decision);
  }
}

function sellsOnSlab(situation: Situation): boolean {
  return situation === "limit" || situation === "close";
}

/** Can this card be bid? Outside one's own turn all cards can be selected. */
function isLayable(options: Update["options"], card: Card): boolean {
  return options?.bid?.cards.includes(card) ?? true;
}

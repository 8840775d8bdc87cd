/** What one person has chosen and opened at the table, and the commands that follow from it. */
import type { Card, CommandWithoutId, Problem, Stall, Update } from "../protocol/types";
import type { Room } from "../room/room.svelte";
import { Absence } from "./absence.svelte";
import { ShownMoves } from "./shownMoves.svelte";
import { Guess } from "./guess.svelte";
import { HintRequest } from "./hintRequest.svelte";
import { bid, discard, done, give, moveText, pass, sell, take, type Move } from "./moves";
import type { Playback } from "./playback.svelte";
import {
  bidTotal,
  cardsAt,
  carriedOver,
  placesOf,
  sameCards,
  toggled,
  type Places,
} from "./selection";
import { Recap } from "./recap.svelte";
import { settings, type Pace } from "../settings/settings.svelte";
import { isAsked, situationOf, type Situation } from "./situation";
import { StoredBidPlan, type BidLimit } from "./bidPlan.svelte";

/** Bids this much above need are asked about once. */
const GENEROUS = 3;

export type Panel =
  "log" | "memory" | "menu" | "reactions" | "settings" | "leave" | "stop" | "open";

export class TableState {
  /** Places of chosen cards in the hand. */
  picked = $state.raw<Places>([]);
  /** The place in the lot of the card to give. */
  given = $state<number | null>(null);
  /** The stall to take, or planned. */
  stall = $state<Stall | null>(null);
  /** Which of the sales on offer. */
  saleAt = $state(0);
  isDiscarding = $state(false);
  isSaleOpen = $state(false);
  /** A generous bid waits for a second click. */
  isDoubting = $state(false);
  isSending = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** What was done beside the game, for the one who did it. */
  said = $state("");
  panel = $state<Panel | null>(null);
  /** What others have just done. */
  readonly shownMoves: ShownMoves;
  readonly guess: Guess;
  readonly hintRequest: HintRequest;
  readonly recap = new Recap();
  readonly wishes = new StoredBidPlan();
  readonly absence: Absence;

  readonly update = $derived.by(() => this.playback.shown);
  readonly view = $derived.by(() => this.update.view!);
  readonly options = $derived.by(() => this.update.options);
  readonly situation = $derived.by(() => situationOf(this.view, this.options));
  readonly isMine = $derived.by(() => isAsked(this.situation));
  readonly seat = $derived.by(() => this.view.seat);
  readonly hand = $derived.by((): readonly Card[] => this.view.own?.hand ?? []);
  readonly sales = $derived.by(() => this.options?.sales ?? []);
  readonly sale = $derived.by(() => this.sales[this.saleAt] ?? this.sales[0] ?? null);
  /** Over the limit and at the end one is asked for sales: they lie on the slab. */
  readonly sellsOnSlab = $derived.by(() => isSoldOnSlab(this.situation));
  /** Are three cards of the hand shown as the set to sell? */
  readonly showsSale = $derived.by(() => {
    if (!this.sale) return false;
    if (this.isSaleOpen) return true;
    return !this.isDiscarding && this.sellsOnSlab;
  });
  readonly marked = $derived.by((): Places => {
    return this.showsSale && this.sale ? placesOf(this.hand, this.sale.cards) : this.picked;
  });
  /** What has happened up to what is on show. */
  readonly steps = $derived.by(() => this.room.steps.filter((step) => step.seq <= this.update.seq));
  readonly mayReact = $derived.by(
    () => this.seat !== null && this.update.room.status !== "aborted" && !this.room.isPrepared,
  );
  /** Nobody but bots plays here. */
  readonly isBotsOnly = $derived.by(() =>
    this.update.room.seats.every(({ kind }) => kind === "bot"),
  );
  /** The seats of people who have not left for good. */
  readonly people = $derived.by(() =>
    this.update.room.seats.flatMap((each, seat) =>
      each.kind === "person" && !each.has_left ? [seat] : [],
    ),
  );
  /** Nothing is hidden any more. */
  readonly isOpen = $derived.by(() => ["finished", "aborted"].includes(this.update.room.status));
  readonly isPlaying = $derived.by(
    () => this.seat !== null && this.update.room.status === "running",
  );
  /** Does one ask to end the game? */
  readonly hasVoted = $derived.by(
    () => this.seat !== null && this.update.room.abort_asked.includes(this.seat),
  );
  /** Does a bot play for this person meanwhile? */
  readonly isAway = $derived.by(
    () => this.seat !== null && (this.update.room.seats[this.seat]?.is_away ?? false),
  );
  /** Is this person asked what to do about an absent player, with nothing else to decide? */
  readonly isAskedOfGone = $derived.by(() => {
    if (!this.isPlaying || this.isAway) return false;
    const { asked, endsIn } = this.absence;
    return endsIn !== null || (asked !== null && !this.isMine);
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
    playback.onShow((update, before) => this.carryOver(update, before));
    playback.onShow((update, before) => this.shownMoves.hear(update, before));
  }

  get laidValue(): number {
    return this.seat === null ? 0 : (this.view.seats[this.seat]?.bid_value ?? 0);
  }

  name(seat: number): string {
    return this.view.seats[seat]?.name ?? "";
  }

  // --- choosing ---------------------------------------------------------------------------

  pickHand(place: number): void {
    this.forget();
    if (this.isSaleOpen) this.pickForSale(place);
    else if (this.situation === "limit") this.pickToDiscard(place);
    else if (this.situation === "close") this.pickForSale(place);
    else if (!this.mayLay(this.hand[place]!))
      this.problem = { code: "refused", facts: { reason: "merchant_bid" } };
    else this.picked = toggled(this.picked, place);
  }

  mayLay(card: Card): boolean {
    return isLayable(this.options, card);
  }

  /** Choose the cheapest sufficient bid. */
  pickCheapest(): void {
    this.forget();
    this.picked = placesOf(this.hand, this.options?.bid?.cheapest ?? []);
  }

  pickLot(place: number): void {
    this.forget();
    this.given = this.given === place ? null : place;
  }

  pickStall(stall: Stall): void {
    this.forget();
    this.stall = this.stall === stall && this.situation !== "take" ? null : stall;
  }

  pickSale(at: number): void {
    this.forget();
    this.isDiscarding = false;
    this.saleAt = at;
  }

  discardMode(isDiscarding: boolean): void {
    this.forget();
    this.isDiscarding = isDiscarding;
    this.picked = [];
  }

  /** Where a sale is asked for, the slab has the sets; elsewhere a sheet. */
  openSale(isOpen: boolean): void {
    this.forget();
    if (this.sellsOnSlab) this.discardMode(false);
    else this.isSaleOpen = isOpen && this.sales.length > 0;
  }

  private pickToDiscard(place: number): void {
    this.isDiscarding = true;
    this.picked = this.picked.includes(place) ? [] : [place];
  }

  /** The best set with this card; again, the next best. */
  private pickForSale(place: number): void {
    const card = this.hand[place];
    const fitting = this.sales.flatMap((sale, at) =>
      card && sale.cards.includes(card) ? [at] : [],
    );
    const next = fitting.find((at) => at > this.saleAt) ?? fitting[0];
    if (next !== undefined) this.saleAt = next;
  }

  private forget(): void {
    this.problem = null;
    this.said = "";
    this.isDoubting = false;
  }

  // --- doing ------------------------------------------------------------------------------

  bid(): void {
    const option = this.options?.bid;
    if (!option || this.total <= option.beat || !this.picked.length) return;
    if (this.total >= option.beat + 1 + GENEROUS && !this.isDoubting && !this.isCheapest()) {
      this.isDoubting = true;
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

  /** The auction that is going on, of all auctions of all rooms. */
  get auction(): string {
    return `${this.room.id} ${this.view.round} ${this.view.lot?.number}`;
  }

  /** Let the server pass or bid in this auction, or no longer. */
  async wish(wished: BidLimit | null): Promise<void> {
    const { round, lot } = this.view;
    if (!lot) return;
    const { auction } = this;
    const before = this.wishes.of(auction);
    this.wishes.keep(auction, wished);
    this.problem = await this.room.wish({
      auction: { round, number: lot.number },
      above: wished?.kind === "pass" ? wished.value : null,
      up_to: wished?.kind === "bid" ? wished.value : null,
    });
    if (this.problem) this.wishes.keep(auction, before);
  }

  /** Bots play at this pace, here and in the next game. */
  setPace(pace: Pace): void {
    settings.change({ pace });
    void this.ask({ type: "change_setup", setup: { ...this.update.room.setup, pace } });
  }

  /** Go to the next decision at once. */
  async skip(): Promise<void> {
    if (!this.update.room.may_skip || this.playback.isSkipping) return;
    this.playback.skip();
    this.problem = await this.room.skip();
    if (this.problem) this.playback.land();
  }

  async ask(command: CommandWithoutId): Promise<boolean> {
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
    const isFree = move.type === "sell" || move.type === "done";
    const decision = isFree ? {} : { decision: this.options?.decision ?? null };
    const isDone = await this.ask({ type: "play", move: moveText(move), ...decision });
    this.isSending = false;
    if (isDone) this.clear(move);
    return isDone;
  }

  /** A sale leaves the cards chosen for a bid alone. */
  private clear(move: Move): void {
    this.saleAt = 0;
    this.isDoubting = false;
    if (move.type === "sell") return;
    this.picked = [];
    this.given = null;
    if (move.type === "take") this.stall = null;
    if (move.type !== "discard") this.isDiscarding = false;
  }

  private carryOver({ view, options, is_rewound }: Update, { view: before }: Update): void {
    if (!view || !before) return;
    if (is_rewound) this.wishes.keep("", null);
    this.recap.follow(this.playback.isJump);
    const hand = view.own?.hand ?? [];
    const picked = carriedOver(before.own?.hand ?? [], hand, this.picked);
    this.picked = picked.filter((place) => isLayable(options, hand[place]!));
    if (view.decision !== before.decision) {
      this.isDoubting = false;
      this.said = "";
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
    if (isSoldOnSlab(situationOf(view, options))) this.isSaleOpen = false;
    this.guess.follow(view, before);
    this.hintRequest.follow(view.decision);
  }
}

function isSoldOnSlab(situation: Situation): boolean {
  return situation === "limit" || situation === "close";
}

/** Can this card be bid? Outside one's turn all can be selected. */
function isLayable(options: Update["options"], card: Card): boolean {
  return options?.bid?.cards.includes(card) ?? true;
}

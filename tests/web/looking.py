"""Games to look back at, and figures about them that look like those of an analysis.

The figures are made up, from dice: what pages show must not depend on what a bot thinks.
"""

from itertools import pairwise
from random import Random

from byzanz.analysis.course import balance_of
from byzanz.analysis.report import (
    PARTS,
    Alternative,
    Cause,
    Findings,
    Grade,
    LotStory,
    LotWorth,
    Moment,
    Outlook,
    PlayerStory,
    Report,
    Step,
    Verdict,
)
from byzanz.bots.reasons import reasons_of
from byzanz.bots.roster import make_bot
from byzanz.game.events import AuctionWon, LotGranted, LotRevealed, RoundBegun
from byzanz.game.game import Game
from byzanz.game.moves import Done, Sell
from byzanz.wire.replays import Frame, Replay

NAMES = ("Livia", "Leo", "Zoe", "Irene", "Konstantin", "Theodora")
LIMITS = ((5_000, Grade.BEST), (20_000, Grade.FINE), (50_000, Grade.INACCURACY),
          (100_000, Grade.MISTAKE), (PARTS, Grade.BLUNDER))  # fmt: skip
LANGUAGES = ("de", "en", "it", "nl")


def played(players=4, seed=3, *, moves=10_000, bot="greedy"):
    """A game of bots, to its end or so far."""
    game = Game.new(NAMES[:players], seed=seed)
    bots = [make_bot(bot, seed=seat) for seat in range(players)]
    while not game.is_over and len(game.moves) < moves:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def replay_of(game, eyes=0):
    """As the server tells it."""
    frames, told, so_far = [], 0, Game(game.names, game.deck)
    for number in range(len(game.moves) + 1):
        seat = move = None
        if number:
            seat, move = game.moves[number - 1]
            so_far.play(seat, move)
        own = eyes - 1 if eyes else None
        hands = None if eyes else tuple(
            [so_far.view(each, memory=False).own.hand for each in range(game.seat_count)]
        )  # fmt: skip
        events = so_far.events_for(own, after=told)
        view = so_far.view(own, memory=bool(eyes))
        frames.append(Frame(seat, None if move is None else str(move), events, view, hands))
        told = len(so_far.events)
    bots = (None, *["expert"] * (game.seat_count - 1))
    return Replay(game.names, bots, "2026-05-04", game.is_over, tuple(frames))


class Figures:
    """Findings about every move of a game, and what they come to."""

    def __init__(self, game, seed=1):
        self.game, self.dice = game, Random(seed)
        self.count = game.seat_count
        self.winner = game.standings()[0].seat
        self.levels = [0.0] * self.count
        self.profits = [20.0 + self.dice.random() for _ in range(self.count)]
        self.findings = [self._finding(number) for number in range(len(game.moves) + 1)]
        self.report = self._report()

    def _outlook(self, way):
        """`way`: how much of the game is over, 0 to 1."""
        if way >= 1:
            shares = [PARTS if seat == self.winner else 0 for seat in range(self.count)]
            return Outlook(tuple(shares), tuple([PARTS * each for each in self.game.scores]), 0)
        for seat in range(self.count):
            drift = 0.05 * way if seat == self.winner else -0.005
            self.levels[seat] = 0.985 * self.levels[seat] + self.dice.gauss(drift, 0.09)
            aim = self.game.scores[seat]
            self.profits[seat] += (aim - self.profits[seat]) * way / 8 + self.dice.gauss(0, 0.3)
        weights = [2.718 ** min(5, level) for level in self.levels]
        shares = [int(PARTS * each / sum(weights)) for each in weights]
        shares[0] += PARTS - sum(shares)
        return Outlook(tuple(shares), tuple([int(PARTS * each) for each in self.profits]), 9_000)

    def _finding(self, number):
        after, end = self.game.at(number), len(self.game.moves)
        if number == 0:
            even = Outlook((PARTS // self.count,) * self.count, (20 * PARTS,) * self.count, 0)
            steps = [Step(Cause.START, None, even)]
            steps += [Step(each, None, self._outlook(0)) for each in (Cause.DEAL, Cause.LOT)]
            return Findings(0, tuple(steps), None, self._worths(after, after.events))
        seat, move = self.game.moves[number - 1]
        before = self.game.at(number - 1)
        events = after.events[len(before.events) :]
        steps = [Step(Cause.MOVE, seat, self._outlook(number / end))]
        lot = self._worths(after, events)
        if any(isinstance(event, LotRevealed) for event in events):
            steps.append(Step(Cause.LOT, None, self._outlook(number / end)))
        return Findings(number, tuple(steps), self._verdict(before, seat, move), lot)

    def _worths(self, game, events):
        if game.phase != "bid" or not any(isinstance(event, LotRevealed) for event in events):
            return None
        view = game.view(None, memory=False)
        return LotWorth(
            tuple(
                [
                    None if seat.offer is not None else self.dice.randrange(2, 11) * PARTS // 2
                    for seat in view.seats
                ]
            )
        )

    def _verdict(self, before, seat, move):
        view = before.view(seat)
        moves = [each for owner, each in before.legal(seat) if owner == seat]
        if before.turn == seat and before.phase != "close":
            moves = [each for each in moves if not isinstance(each, Sell | Done) or each == move]
        others = [each for each in moves if each != move]
        if not others:
            return None
        others = self.dice.sample(others, min(len(others), 3))
        is_best = self.dice.random() < 0.6
        loss = 0 if is_best else int(abs(self.dice.gauss(0, 0.045)) * PARTS)
        share = int(self.dice.uniform(0.2, 0.5) * PARTS)
        best = Alternative(move, share, 21_300_000, reasons_of(view, move))
        rest = [
            Alternative(each, share - (at + 1) * 22_000, 20_800_000, reasons_of(view, each))
            for at, each in enumerate(others)
        ]
        if loss:
            better = Alternative(rest[0].move, share + loss, 22_000_000, rest[0].reasons)
            alternatives = (better, best, *rest[1:])
        else:
            alternatives = (best, *rest)
        grade = next(grade for limit, grade in LIMITS if loss < limit)
        return Verdict(seat, before.phase, int(bool(loss)), alternatives, loss, 4_000, grade)

    def _report(self):
        steps = [step for finding in self.findings for step in finding.steps]
        players = [self._story(steps, seat) for seat in range(self.count)]
        sentences = {
            "de": "{} gewinnt mit {}. Entscheidend war Runde 3. Das Glück half wenig.",
            "en": "{} wins with {}. Round 3 decided the game. Luck helped only a little.",
            "it": "{} vince con {}. Ha deciso il round 3. La fortuna ha aiutato poco.",
            "nl": "{} wint met {}. Ronde 3 gaf de doorslag. Geluk hielp maar weinig.",
        }
        facts = self.game.names[self.winner], self.game.scores[self.winner]
        summary = {
            word: tuple(f"{each.strip('. ')}." for each in text.format(*facts).split(". "))
            for word, text in sentences.items()
        }
        return Report(tuple(players), self._lots(), self._moments(), summary)

    def _story(self, steps, seat):
        verdicts = [
            each.verdict for each in self.findings if each.verdict and each.verdict.seat == seat
        ]
        grades = {grade: sum(each.grade is grade for each in verdicts) for grade in Grade}
        advice = {
            "de": "Lass teure Angebote ziehen, wenn dir nur eine Karte fehlt.",
            "en": "Let costly lots go when you miss only one card.",
            "it": "Lascia le offerte care quando ti manca una carta sola.",
            "nl": "Laat dure aanbiedingen gaan als je maar één kaart mist.",
        }
        profit = balance_of(steps, seat, of_profit=True)
        return PlayerStory(
            80 + 4 * seat, len(verdicts), grades, balance_of(steps, seat), profit, advice
        )

    def _lots(self):
        stories, round_number, shown = [], 0, None
        so_far = Game(self.game.names, self.game.deck)
        told = 0
        for number in range(len(self.game.moves) + 1):
            if number:
                so_far.play(*self.game.moves[number - 1])
            for event in so_far.events[told:]:
                if isinstance(event, RoundBegun):
                    round_number = event.round
                if isinstance(event, AuctionWon | LotGranted) and shown:
                    at, lot = shown
                    worths = self.findings[at].lot
                    stories.append(
                        LotStory(
                            at, round_number, lot.offer, lot.cards,
                            worths.worths if worths else (None,) * self.count,
                            self.dice.randrange(4, 20) * PARTS // 2, event.seat,
                            getattr(event, "bid_value", 0), number,
                        )
                    )  # fmt: skip
                if isinstance(event, LotRevealed):
                    shown = number, event
            told = len(so_far.events)
        return tuple(stories)

    def _moments(self):
        changes = []
        for before, now in pairwise(self.findings):
            if now.verdict is None:
                continue
            seat = now.verdict.seat
            earlier, later = before.steps[-1].outlook, now.steps[0].outlook
            changes.append(
                Moment(
                    now.number, seat, later.shares[seat] - earlier.shares[seat],
                    later.profits[seat] - earlier.profits[seat], now.verdict.loss,
                )
            )  # fmt: skip
        best = sorted(changes, key=lambda each: -abs(each.change))[:6]
        return tuple(sorted(best, key=lambda each: each.number))

"""Finished games, and sample analyses of them.

The numbers of the analyses are random, so that the pages do not depend on a bot.
"""

from random import Random

from byzanz.analysis.decisions.cause_chains import chain_of
from byzanz.analysis.decisions.faults import Trial, fault_of
from byzanz.analysis.decisions.grades import grade_of
from byzanz.analysis.findings import (
    MILLIONTHS,
    Alternative,
    Cause,
    Findings,
    LotWorth,
    Outlook,
    Step,
    Verdict,
)
from byzanz.analysis.report.builder import report_of
from byzanz.bots.reasons import reasons_of
from byzanz.bots.roster import make_bot
from byzanz.game.events import LotRevealed
from byzanz.game.game import Game
from byzanz.game.moves import Done, Sell
from byzanz.game.record import write_record
from byzanz.rooms import finished_game

NAMES = ("Livia", "Leo", "Zoe", "Irene", "Konstantin", "Theodora")


def played(players=4, seed=3, *, moves=10_000, bot="greedy"):
    """A game of bots, to its end or to a number of moves."""
    game = Game.new(NAMES[:players], seed=seed)
    bots = [make_bot(bot, seed=seat) for seat in range(players)]
    while not game.is_over and len(game.moves) < moves:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def make_replay(game, eyes=0):
    """The replay as the server sends it."""
    bots = [("bot", f"{seat} expert") for seat in range(1, game.seat_count)]
    record = write_record(game, (("date", "2026-05-04"), *bots))
    return finished_game.make_replay(finished_game.read_finished_game(record.encode()), eyes)


class SampleAnalysis:
    """Random findings about every move of a game, and their report."""

    def __init__(self, game, seed=1):
        self.game, self.dice = game, Random(seed)
        self.count = game.seat_count
        self.winner = game.standings()[0].seat
        self.levels = [0.0] * self.count
        self.profits = [20.0 + self.dice.random() for _ in range(self.count)]
        self.findings = [self._finding(number) for number in range(len(game.moves) + 1)]
        self.report = report_of(game, self.findings)

    def _outlook(self, progress):
        """A random outlook; `progress` is the share of the game that is over, 0 to 1."""
        if progress >= 1:
            shares = [MILLIONTHS if seat == self.winner else 0 for seat in range(self.count)]
            return Outlook(
                tuple(shares), tuple([MILLIONTHS * each for each in self.game.scores]), 0
            )
        for seat in range(self.count):
            drift = 0.05 * progress if seat == self.winner else -0.005
            self.levels[seat] = 0.985 * self.levels[seat] + self.dice.gauss(drift, 0.09)
            missing = self.game.scores[seat] - self.profits[seat]
            self.profits[seat] += missing * progress / 8 + self.dice.gauss(0, 0.3)
        weights = [2.718 ** min(5, level) for level in self.levels]
        shares = [int(MILLIONTHS * each / sum(weights)) for each in weights]
        shares[0] += MILLIONTHS - sum(shares)
        return Outlook(
            tuple(shares), tuple([int(MILLIONTHS * each) for each in self.profits]), 9_000
        )

    def _finding(self, number):
        after, end = self.game.at(number), len(self.game.moves)
        if number == 0:
            even = Outlook(
                (MILLIONTHS // self.count,) * self.count, (20 * MILLIONTHS,) * self.count, 0
            )
            steps = [Step(Cause.START, None, even)]
            steps += [Step(each, None, self._outlook(0)) for each in (Cause.DEAL, Cause.LOT)]
            return Findings(0, tuple(steps), None, self._worths(after, after.events), None)
        seat, move = self.game.moves[number - 1]
        before = self.game.at(number - 1)
        events = after.events[len(before.events) :]
        steps = [Step(Cause.MOVE, seat, self._outlook(number / end))]
        lot = self._worths(after, events)
        if any(isinstance(event, LotRevealed) for event in events):
            steps.append(Step(Cause.LOT, None, self._outlook(number / end)))
        verdict = self._verdict(before, seat, move)
        chain = None if verdict is None else chain_of(self.game, number, verdict)
        return Findings(number, tuple(steps), verdict, lot, chain)

    def _worths(self, game, events):
        if game.phase != "bid" or not any(isinstance(event, LotRevealed) for event in events):
            return None
        view = game.view(None, memory=False)
        return LotWorth(
            tuple(
                [
                    None if seat.offer is not None else self.dice.randrange(2, 11) * MILLIONTHS // 2
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
        loss = 0 if is_best else int(abs(self.dice.gauss(0, 0.045)) * MILLIONTHS)
        share = int(self.dice.uniform(0.2, 0.5) * MILLIONTHS)
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
        played = int(bool(loss))
        fault = None
        if loss:
            trial = Trial(0, 0, [0] * self.count)
            fault = fault_of(view, (move, alternatives[0].move), (trial, trial))
        return Verdict(
            seat=seat,
            phase=before.phase,
            played=played,
            alternatives=alternatives,
            loss=loss,
            error=0,
            cost=loss,
            fault=fault,
            grade=grade_of(loss, loss, fault),
        )

"""Records: games as text files, one fact per line (`.byz`, docs/record-format.md)."""

import re
from enum import StrEnum
from typing import NamedTuple

from byzanz.cards import BadCard, Card, words_of
from byzanz.game.deck import BadDeck, parse_deck
from byzanz.game.game import PLAYER_COUNTS, Game
from byzanz.game.moves import BadMove, Move, parse_move
from byzanz.game.names import BadName, check_name
from byzanz.game.refusal import Refused

FORMAT = "byzanz-1"
RULES_VERSION = "1"
LARGEST_RECORD = 1 << 20  # bytes; a long game takes about 6,000
TOO_LARGE = f"the file is too large: expected at most {LARGEST_RECORD} bytes"
HEADER_WORD = re.compile(r"[a-z][a-z0-9_-]*")
RESERVED_WORDS = ("format", "player", "deck", "move", "result")  # `write_record` writes them


class Flaw(StrEnum):
    """The flaws that a record can have, as codes for clients with their own messages."""

    NO_RECORD = "no_record"  # not a record at all, or too large
    OTHER_RULES = "other_rules"
    BAD_LINE = "bad_line"
    BAD_PLAYERS = "bad_players"
    BAD_DECK = "bad_deck"
    BAD_MOVE = "bad_move"  # illegal in its position
    BAD_RESULT = "bad_result"


class BadRecord(ValueError):
    """A text is not a valid record; `line` counts from 1, and `reason` says what was expected."""

    def __init__(self, line: int, reason: str, flaw: Flaw = Flaw.BAD_LINE) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason
        self.flaw = flaw

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class PlayedMove(NamedTuple):
    """A move with its seat and its line in the record; line 0 if it was not read from one."""

    seat: int
    move: Move
    line: int = 0


class Record(NamedTuple):
    """The content of a record before it is replayed."""

    names: tuple[str, ...]
    deck: tuple[Card, ...]
    headers: tuple[tuple[str, str], ...]  # all other header lines as (word, text), in order
    moves: tuple[PlayedMove, ...]
    result: tuple[int, ...] | None
    result_line: int = 0


class _Reader:
    """Reads the lines of one record."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.deck: tuple[Card, ...] | None = None
        self.headers: list[tuple[str, str]] = []
        self.moves: list[PlayedMove] = []
        self.result: tuple[int, ...] | None = None
        self.result_line = 0
        self.has_format = False

    def read(self, line: int, text: str) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip(" ")
        if not self.has_format:
            if (word, rest) != ("format", FORMAT):
                raise BadRecord(
                    line, f"expected 'format {FORMAT}' as the first line", Flaw.NO_RECORD
                )
            self.has_format = True
        elif self.result is not None:
            raise BadRecord(line, "expected nothing after the result", Flaw.BAD_RESULT)
        elif word == "move":
            self._read_move(line, rest)
        elif word == "result":
            self._read_result(line, rest)
        elif self.moves:
            raise BadRecord(
                line, f"{word[:20]!r} after the first move: expected 'move' or 'result'"
            )
        else:
            self._read_header(line, word, rest)

    def _read_header(self, line: int, word: str, rest: str) -> None:
        match word:
            case "player":
                self._read_name(line, rest)
            case "deck" if self.deck is not None:
                raise BadRecord(line, "a second deck: expected one", Flaw.BAD_DECK)
            case "deck":
                try:
                    self.deck = parse_deck(rest)
                except (BadCard, BadDeck) as error:
                    raise BadRecord(line, str(error), Flaw.BAD_DECK) from None
            case "format":
                raise BadRecord(line, "a second format: expected one")
            case "rules" if rest != RULES_VERSION:
                raise BadRecord(
                    line, f"rules {rest[:20]!r}: expected {RULES_VERSION}", Flaw.OTHER_RULES
                )
            case _ if not HEADER_WORD.fullmatch(word):
                raise BadRecord(
                    line, f"{word[:20]!r}: expected a word of lower-case letters, then a space"
                )
            case _:
                self.headers.append((word, rest))

    def _read_name(self, line: int, name: str) -> None:
        if len(self.names) == PLAYER_COUNTS[-1]:
            raise BadRecord(line, "a seventh player: expected 3 to 6", Flaw.BAD_PLAYERS)
        try:
            check_name(name)
        except BadName as error:
            raise BadRecord(line, str(error), Flaw.BAD_PLAYERS) from None
        self.names.append(name)

    def _read_move(self, line: int, rest: str) -> None:
        if not self.moves:
            self.check_header(line)
        seat_text, _, move_text = rest.partition(" ")
        seat = _parse_seat(line, seat_text, len(self.names))
        try:
            move = parse_move(move_text)
        except BadMove as error:
            raise BadRecord(line, str(error)) from None
        self.moves.append(PlayedMove(seat, move, line))

    def _read_result(self, line: int, rest: str) -> None:
        self.check_header(line)
        scores = words_of(rest)
        if len(scores) != len(self.names) or not all(_is_number(score) for score in scores):
            raise BadRecord(
                line, f"expected {len(self.names)} scores after 'result'", Flaw.BAD_RESULT
            )
        self.result = tuple([int(score) for score in scores])
        self.result_line = line

    def check_header(self, line: int) -> None:
        """Raise `BadRecord` unless format, players and deck are there."""
        if not self.has_format:
            raise BadRecord(line, f"expected 'format {FORMAT}'", Flaw.NO_RECORD)
        if len(self.names) not in PLAYER_COUNTS:
            reason = f"{len(self.names)} 'player' lines so far: expected 3 to 6"
            raise BadRecord(line, reason, Flaw.BAD_PLAYERS)
        if self.deck is None:
            raise BadRecord(line, "no 'deck' line so far: expected one", Flaw.BAD_DECK)


def parse_record(data: bytes | str) -> Record:
    """Parse a record; raises `BadRecord`. Does not check that its moves are legal: see `replay`."""
    text = data if isinstance(data, str) else _decode(data)
    if len(text) > LARGEST_RECORD:
        raise BadRecord(1, TOO_LARGE, Flaw.NO_RECORD)
    lines = text.rstrip("\n").split("\n")
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        content = line.removesuffix("\r").strip(" ")
        if content and not content.startswith("#"):
            reader.read(number, content)
    reader.check_header(len(lines))
    assert reader.deck is not None
    return Record(
        tuple(reader.names),
        reader.deck,
        tuple(reader.headers),
        tuple(reader.moves),
        reader.result,
        reader.result_line,
    )


def replay(record: Record) -> Game:
    """Play the moves of a record; raises `BadRecord` for an illegal move or a wrong result."""
    game = Game(record.names, record.deck)
    for seat, move, line in record.moves:
        try:
            game.play(seat, move)
        except Refused as refusal:
            raise BadRecord(line, f"seat {seat} may not {move}: {refusal}", Flaw.BAD_MOVE) from None
    if record.result is not None:
        if not game.is_over:
            raise BadRecord(
                record.result_line, "a result, but the game is not over", Flaw.BAD_RESULT
            )
        if record.result != game.scores:
            scores = " ".join(map(str, game.scores))
            reason = f"the moves give another result: expected {scores}"
            raise BadRecord(record.result_line, reason, Flaw.BAD_RESULT)
    return game


def load_game(data: bytes | str) -> Game:
    """Parse and replay a record; raises `BadRecord`."""
    return replay(parse_record(data))


def write_record(game: Game, headers: tuple[tuple[str, str], ...] = ()) -> str:
    """Write the record of a game, finished or not; raises `ValueError` for a bad header.

    >>> print(write_record(Game.new(3, seed=3))[:29])
    format byzanz-1
    player Seat 0
    """
    for word, text in headers:
        if word in RESERVED_WORDS or not HEADER_WORD.fullmatch(word) or set(text) & set("\r\n"):
            raise ValueError(
                f"header {word!r} {text!r}: expected an unreserved word of lower-case letters, "
                "and text of one line"
            )
    lines = [f"format {FORMAT}"]
    lines += [f"player {name}" for name in game.names]
    lines += [f"{word} {text}" for word, text in headers]
    lines.append(" ".join(("deck", *game.deck)))
    lines += [f"move {seat} {move}" for seat, move in game.moves]
    if game.is_over:
        lines.append(" ".join(("result", *map(str, game.scores))))
    return "\n".join(lines) + "\n"


def _decode(data: bytes) -> str:
    if len(data) > LARGEST_RECORD:
        raise BadRecord(1, TOO_LARGE, Flaw.NO_RECORD)
    try:
        return data.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRecord(line, "not UTF-8 text", Flaw.NO_RECORD) from None


def _is_number(text: str) -> bool:
    return re.fullmatch(r"0|[1-9][0-9]{0,3}", text) is not None


def _parse_seat(line: int, text: str, seat_count: int) -> int:
    if not _is_number(text) or int(text) >= seat_count:
        raise BadRecord(line, f"seat {text[:20]!r}: expected 0 to {seat_count - 1}")
    return int(text)

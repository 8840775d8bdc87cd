"""Names of people and bots, checked so that no two in a room look alike."""

import unicodedata
from collections.abc import Collection, Sequence

from byzanz.bots.roster import ROSTER
from byzanz.game.names import BadName
from byzanz.game.names import check_name as check_letters
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId

# Letters of other scripts, and digits, that look like a Latin letter.
CAPITALS = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЗКМНОРСТУХІЈЅӀ",  # noqa: RUF001
    "ABEZHIKMNOPTYXABE3KMHOPCTYXIJSl",
)
LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһкмтвнгпԛԝӏαβγεηικνορτυχωɑɡıi|013",  # noqa: RUF001
    "aeopcyxljsdhkmtbhrnqwlabyenlkvoptuxwaglllole",
)
INVISIBLE = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")  # Unicode categories
BLANKS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
"""Letters, marks and symbols without a visible glyph."""
COLLEAGUES = ("Thomais", "Bardas", "Dukas", "Irene", "Manuel", "Photios", "Helena", "Georgios")
"""Names for the second and later bots of one level: more names than a room has seats."""
BOT_NAMES = frozenset({*COLLEAGUES, *[bot.name.split()[0] for bot in ROSTER]})
"""All names that `bot_name` gives."""
MOST_MARKS = 4  # combining marks on one letter


def check_name(name: str) -> str:
    """The name in its stored form; raises `RequestRefused` for a name that cannot be shown."""
    name = " ".join([part for part in unicodedata.normalize("NFKC", name).split(" ") if part])
    try:
        check_letters(name)
    except BadName:
        raise RequestRefused(Code.BAD_NAME) from None
    if (
        any(_is_invisible(letter) for letter in name)
        or _has_stacked_marks(name)
        or not skeleton(name)
    ):
        raise RequestRefused(Code.BAD_NAME)
    return name


def _is_invisible(letter: str) -> bool:
    return letter in BLANKS or unicodedata.category(letter) in INVISIBLE


def _has_stacked_marks(name: str) -> bool:
    """Whether a letter has more marks than in any script, or a mark has no letter."""
    marks = MOST_MARKS
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks > MOST_MARKS:
            return True
    return False


def skeleton(name: str) -> str:
    """Map look-alike letters to one letter: names with the same skeleton are easily confused."""
    bare = [
        letter
        for letter in unicodedata.normalize("NFKD", name).translate(CAPITALS).casefold()
        if unicodedata.category(letter)[0] in "LNSP"
    ]
    return "".join(bare).translate(LOOK_ALIKES).replace("rn", "m").replace("vv", "w")


def bot_name(bot_id: BotId, others: Collection[str]) -> str:
    """A name for a bot that differs from those of the others in the room."""
    first_name = next(bot.name for bot in ROSTER if bot.bot_id == bot_id).split()[0]
    taken = {skeleton(name) for name in others}
    initials = {name[0] for name in others if name}
    free = [name for name in (first_name, *COLLEAGUES) if skeleton(name) not in taken]
    return next((name for name in free if name == first_name or name[0] not in initials), free[0])


def bot_names(bots: Sequence[BotId | None], name: str = "") -> list[str]:
    """The names of bots by seat, none like the person's; empty for the seats of people."""
    names: list[str] = []
    for bot in bots:
        names.append("" if bot is None else bot_name(bot, [name, *names]))
    return names

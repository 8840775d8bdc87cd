"""Display names: allowed and refused ones, and names that look alike."""

import pytest

from byzanz.rooms.display_names import bot_name, check_name, skeleton
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna   Lena ", "Anna Lena"),
        ("José", "José"),
        ("e\u0301", "\u00e9"),
        ("\uff21nna", "Anna"),
        ("שלום", "שלום"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("นำ้", "นํา้"),
        ("x" * 24, "x" * 24),
        ("<script>", "<script>"),
    ],
)
def test_an_allowed_name_is_normalized(name, kept):
    assert check_name(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="spaces"),
        pytest.param("x" * 25, id="25 graphemes"),
        pytest.param("a\nb", id="control"),
        pytest.param("\u0085", id="a C1 control"),
        pytest.param("a\u200bb", id="zero width space"),
        pytest.param("a\u200db", id="joiner"),
        pytest.param("\u202eanna", id="right-to-left override"),
        pytest.param("\u2066anna", id="isolate"),
        pytest.param("a\u00adb", id="soft hyphen"),
        pytest.param("\ufeffanna", id="byte order mark"),
        pytest.param("a\u2028b", id="line separator"),
        pytest.param("\ue000", id="private use"),
        pytest.param("\u0378", id="unassigned"),
        pytest.param("\u3164", id="Hangul filler"),
        pytest.param("anna\u1160", id="a filler after a name"),
        pytest.param("\u2800", id="blank Braille"),
        pytest.param("a\u034f", id="grapheme joiner"),
        pytest.param("a" + "\u0301" * 200, id="200 marks"),
        pytest.param("ab" + "\u0301" * 5, id="five marks on one letter"),
        pytest.param("\u0301", id="a mark alone"),
        pytest.param("\u0301anna", id="a mark on nothing"),
        pytest.param("\u00b4", id="an accent that is a space and a mark"),
        pytest.param("\U000e0041", id="tag"),
    ],
)
def test_an_unreadable_name_is_refused(name):
    with pytest.raises(RequestRefused) as refused:
        check_name(name)
    assert refused.value.code is Code.BAD_NAME


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("Paul", "pa ul"),
        ("Anna", "Аnnа"),  # noqa: RUF001
        ("MAPIA", "ΜΑΡΙΑ"),  # noqa: RUF001
        ("HENRY", "ΗЕΝRΥ"),  # noqa: RUF001
        ("Zoe", "Zoë"),
        ("Tom", "Torn"),
        ("Bob", "B0b"),
        ("Anna", "A\ufe0fnna"),
        ("Kassia II", "Kassia ll"),
    ],
)
def test_names_that_look_alike_have_the_same_skeleton(name, other):
    assert skeleton(name) == skeleton(other)


def test_names_that_differ_have_different_skeletons():
    names = ["Anna", "Hanna", "Ann", "Anna 2", "Ana", "Αννα", "Иван", "שלום"]  # noqa: RUF001
    assert len({skeleton(name) for name in names}) == len(names)


def test_six_bots_of_one_level_have_six_names():
    names: list[str] = []
    for _ in range(6):
        names.append(bot_name(BotId.SOLID, names))
    assert names[:3] == ["Kassia", "Thomais", "Bardas"]
    assert len({name[0] for name in names}) == 6
    assert bot_name(BotId.SOLID, ["KASSIA", "Theo"]) == "Bardas"


def test_a_bot_gets_a_free_name_even_if_every_initial_is_taken():
    others = ["Kassia", "Tom", "Ben", "Dora", "Ida"]
    for bot_id in BotId:
        assert skeleton(bot_name(bot_id, others)) not in {skeleton(name) for name in others}
    assert bot_name(BotId.SOLID, ["Kassia", *"TBDIMPHG"]) == "Thomais"

"""Python and the browser fill the same facts into the same text."""

import itertools
import json
import re
import subprocess
from collections.abc import Iterator

import pytest

from byzanz.words.catalogue import LANGUAGES, load
from byzanz.words.fill import Fact, fill
from byzanz.words.formats import join
from tests import node

WEB = node.ROOT / "web"
AREAS = sorted(path.stem for path in (node.ROOT / "src" / "byzanz" / "words" / "en").glob("*.json"))
COUNTS: tuple[Fact, ...] = (0, 1, 2, 3, 21, 12_345)
PLAIN: tuple[Fact, ...] = ("Ada {n} #", 1, 1_234, 1_234_567)
LISTS = ([], ["Ada"], ["Ada", "Bo"], ["Ada", "Bo", "Cem"], ["Ada", "Bo", "Cem", "Dee"])
IN_A_BROWSER = """
import { readFileSync } from "node:fs";
import ts from "typescript";
const source = readFileSync("src/words/fill.ts", "utf8");
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
const { outputText } = ts.transpileModule(source, { compilerOptions: options });
const { fill, join } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
const [cases, lists] = JSON.parse(readFileSync(0, "utf8"));
const filled = cases.map(([text, facts, language]) => fill(text, facts, language));
const joined = lists.map(([items, language]) => join(items, language));
console.log(JSON.stringify([filled, joined]));
"""


def samples(text: str) -> Iterator[dict[str, Fact]]:
    """Facts that choose every case of a text; a fact or case too many does no harm."""
    cases = sorted(set(re.findall(r"(\w+) \{", text)))
    choices = {
        name: cases if kind == "select" else COUNTS
        for name, kind in re.findall(r"\{(\w+), (plural|select),", text)
    }
    for chosen in itertools.product(*choices.values()):
        for plain in PLAIN:
            facts = dict.fromkeys(re.findall(r"\{(\w+)\}", text), plain)
            yield facts | dict(zip(choices, chosen, strict=True))


def test_python_and_the_browser_write_the_same():
    cases = [
        (text, facts, language)
        for language in LANGUAGES
        for area in AREAS
        for text in load(language, area).values()
        for facts in samples(text)
    ]
    assert len(cases) > 4_000
    lists = [(items, language) for language in LANGUAGES for items in LISTS]
    done = subprocess.run(
        [node.command("node"), "--input-type=module", "--eval", IN_A_BROWSER],
        cwd=WEB,
        env=node.environment(),
        input=json.dumps([cases, lists]),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    filled, joined = json.loads(done.stdout)
    assert [fill(*case) for case in cases] == filled
    assert [join(*case) for case in lists] == joined


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("{name} bids {n}", {"name": "Leo", "n": 1200}, "Leo bids 1,200"),
        ("{n, plural, one {# card} other {# cards}}", {"n": 1}, "1 card"),
        ("{n, plural, =0 {none} one {# card} other {# cards}}", {"n": 0}, "none"),
        ("{who, select, you {You pass} other {{name} passes}}", {"who": "x", "name": "Leo"},
         "Leo passes"),
        ("{name} passes", {"name": "{n}"}, "{n} passes"),
    ],
)  # fmt: skip
def test_facts_are_filled_in(text, facts, expected):
    assert fill(text, facts, "en") == expected


def test_a_missing_fact_is_an_error():
    with pytest.raises(KeyError):
        fill("{name} passes", {}, "en")

"""The documents are true: README and examples run, and named fields, files and numbers exist."""

import ast
import doctest
import re
import subprocess
import sys
import typing
from pathlib import Path

import msgspec
import pytest

import byzanz
from byzanz.fast.row import ROW
from byzanz.game.events import Event
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.rules import actions
from byzanz.server.ops.config import Keeping, read_config

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests" / "conformance" / "data" / "games" / "3p-00-plain.byz"
ARGUMENTS = {
    "read_record.py": [str(RECORD)],
    "verify_deal.py": [str(ROOT / "tests" / "deal" / "records" / "verified.byz")],
}
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "benchmarks").glob("*.md"),
]


def test_the_readme_runs():
    result = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert result.attempted >= 10
    assert result.failed == 0


def test_the_package_says_hello():
    assert doctest.testmod(byzanz).failed == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+", byzanz.__version__)
    with pytest.raises(AttributeError):
        byzanz.nothing  # noqa: B018


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(path):
    arguments = ARGUMENTS.get(path.name, [])
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path), *arguments],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert ast.get_docstring(ast.parse(path.read_text()))


def field_types(struct: object) -> dict[str, object]:
    return typing.get_type_hints(struct)


def inner(annotation: object) -> object:
    """The struct inside an optional or a tuple."""
    for argument in typing.get_args(annotation):
        if argument is not type(None) and argument is not Ellipsis:
            return inner(argument)
    return annotation


@pytest.mark.parametrize(("root", "kind"), [("view", View), ("options", Options)])
def test_fields_of_the_views_page_exist(root, kind):
    text = (ROOT / "docs" / "views.md").read_text()
    paths = set(re.findall(rf"`{root}\.([a-z_.\[\]]+)`", text))
    assert len(paths) > 4
    for path in paths:
        current = kind
        for name in path.replace("[view.seat]", "").replace("[]", "").split("."):
            types = field_types(inner(current))
            assert name in types, f"{root}.{path}"
            current = types[name]


def test_every_field_of_the_views_is_on_the_page():
    text = (ROOT / "docs" / "views.md").read_text()
    for kind in (View, Options):
        for field in msgspec.structs.fields(kind):
            assert field.name in text, f"{kind.__name__}.{field.name}"


def test_the_picture_of_a_position_is_up_to_date():
    code = (
        "import sys; sys.path.insert(0, 'scripts'); import picture;"
        "sys.exit(picture.PICTURE.read_text() != picture.picture())"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_every_event_is_on_the_views_page():
    text = (ROOT / "docs" / "views.md").read_text()
    for kind in typing.get_args(Event):
        assert f"`{kind.__struct_config__.tag}`" in text


def test_the_numbers_of_the_architecture_page():
    text = (ROOT / "docs" / "architecture.md").read_text()
    assert f"A row has {ROW.itemsize} bytes" in text
    blocks = [
        (actions.BID_ACTIONS + 1, actions.GIVE_ACTIONS),
        (actions.GIVE_ACTIONS, actions.TAKE_ACTIONS),
        (actions.TAKE_ACTIONS, actions.SELL_ACTIONS),
        (actions.SELL_ACTIONS, actions.DISCARD_ACTIONS),
        (actions.DISCARD_ACTIONS, actions.DONE_ACTION),
    ]
    for first, end in blocks:
        assert f"| {first} to {end - 1} |" in text


PACKAGE = ROOT / "src" / "byzanz"


def test_the_map_of_the_architecture_page_has_every_package():
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    for path in PACKAGE.glob("*/**/__init__.py"):
        name = path.parent.relative_to(PACKAGE).as_posix()
        assert any(each.startswith(f"{name}/") for each in named), name


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_that_a_page_names_is_there(page):
    file_names = {
        path.name
        for folder in ("src", "tests", "scripts")
        for path in (ROOT / folder).rglob("*.py")
    }
    for name in re.findall(r"`([^` ]+\.py)", (ROOT / page).read_text()):
        if "/" in name:
            assert any(
                (folder / name).exists() for folder in (ROOT, PACKAGE, PACKAGE / "server")
            ), name
        assert Path(name).name in file_names, name


def test_the_operation_page_has_every_figure_and_every_event_of_the_log():
    text = (ROOT / "docs" / "operation.md").read_text()
    files = [*(ROOT / "src/byzanz/server").rglob("*.py"), ROOT / "src/byzanz/cli/commands/serve.py"]
    code = "".join(path.read_text() for path in files)
    figures = re.findall(r'"(byzanz_\w+)"', code)
    events = re.findall(r'log\.(?:info|warning|error)\("([^"]+)"', code)
    assert len(figures) >= 9
    assert len(events) >= 7
    for word in [*figures, *events]:
        assert f"`{word}" in text, word


def test_the_settings_of_the_deployment():
    config = read_config(ROOT / "deploy" / "byzanz.toml", {}, {})
    assert config.trusted_proxies == ("127.0.0.1",)
    assert config.keep == Keeping()
    text = (ROOT / "docs" / "privacy.md").read_text()
    assert f"{config.keep.finished} days" in text
    assert f"{config.keep.abandoned} days" in text
    assert re.search(rf"An uploaded record is kept for {config.keep.replays} days", text)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), f"{path}: {target}"

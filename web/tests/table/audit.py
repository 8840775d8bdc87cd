# ruff: noqa: T201
"""Looks for faults of layout on every fixture: `audit.py [--sizes 1440x900] [--languages de] …`.

Scrolling, things outside the window, regions over each other, cut words and small targets, at all
sizes, numbers of players and languages. Needs what pictures.py needs.
The exit code is 1 if one is found.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pictures import SIZES
from playwright.sync_api import Page, sync_playwright

SCRIPT = (Path(__file__).parent / "audit.js").read_text()


def main() -> int:
    """Print every fault."""
    arguments = read_arguments()
    faults = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page(reduced_motion="reduce")
        page.goto(arguments.address)
        page.wait_for_function("() => !!window.show")
        page.add_script_tag(content=SCRIPT)
        for size in arguments.sizes.split(","):
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            for language in arguments.languages.split(","):
                for players in arguments.players.split(","):
                    faults += look(page, int(players), language, size, arguments.only)
        browser.close()
    print(f"{faults} faults")
    return 1 if faults else 0


def look(page: Page, players: int, language: str, size: str, only: str) -> int:
    """Print and count the faults of all fixtures of so many players."""
    script = "([players, language, only]) => auditAll(players, language, only)"
    found: list[str] = page.evaluate(script, [players, language, only])
    for fault in found:
        print(size, language, players, fault)
    return len(found)


def read_arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", default="http://127.0.0.1:5173/harness.html")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--players", default="3,4,5,6")
    parser.add_argument("--languages", default="en,de,it,nl")
    parser.add_argument("--only", default="", help="names of fixtures")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

# ruff: noqa: T201
"""Pictures of the table by fixture: `pictures.py FOLDER [--only take] [--sizes 1440x900] …`.

Needs Playwright, Chromium and the harness: `npm run dev`, or, so that nothing changes meanwhile,
`npx vite build -c tests/table/vite.config.ts` and any server for .cache/harness.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

SIZES = (
    "1440x900",
    "1280x720",
    "1920x1080",
    "1024x768",
    "844x390",
    "390x844",
    "390x664",
    "360x640",
    "2560x1440",
)


def main() -> None:
    """Take a picture of every fixture asked for, at every size."""
    arguments = read_arguments()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page(reduced_motion="reduce")
        page.on("pageerror", lambda error: print("error:", error))
        page.goto(arguments.address)
        page.wait_for_function("() => !!window.show")
        for size in arguments.sizes.split(","):
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            for players in arguments.players.split(","):
                take(page, arguments, int(players), size)
        browser.close()


def take(page: Page, arguments: argparse.Namespace, players: int, size: str) -> None:
    """Pictures of all fixtures of so many players at one size."""
    for name in page.evaluate("players => names(players)", players):
        if arguments.only and name not in arguments.only.split(","):
            continue
        page.evaluate(
            "([players, name, language, theme]) => show(players, name, language, theme)",
            [players, name, arguments.language, arguments.theme],
        )
        if arguments.do:
            page.evaluate(arguments.do)
        page.evaluate("document.fonts.ready")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(120)
        path = (
            arguments.folder
            / f"{players}-{name}--{size}-{arguments.language}-{arguments.theme}.png"
        )
        page.screenshot(path=path)
        print(path.name)


def read_arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--address", default="http://127.0.0.1:5173/harness.html")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--players", default="3,4,5,6")
    parser.add_argument("--only", default="", help="names of fixtures")
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--do", default="", help="a script to run before each picture")
    return parser.parse_args()


if __name__ == "__main__":
    main()

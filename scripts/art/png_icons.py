"""Renders the PNG icons from the SVG files in web/public, with Chromium.

`.venv/bin/python -m scripts.art.png_icons FOLDER` writes them to a folder.
`.venv/bin/python -m scripts.art.png_icons --check` compares their pixels with those of the files in
web/public and fails if one looks different. Run it by hand after a change of an icon. It compares
averages of small blocks, for two reasons: most files in web/public were reduced to 256 colours, and
releases of Chromium smooth edges in different ways. To replace a file in web/public, shrink the new
one with `pngquant --quality 70-95` first: it reduces the share image to a third of its size.

It needs Debian's `chromium`, and the fonts in web/node_modules for the share image.
"""

import argparse
import base64
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from . import share_image

PUBLIC = share_image.WEB / "public"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
BLOCK = 16  # pixels; the averages of blocks this large do not depend on smoothed edges
LIMIT = 12  # the largest allowed difference of two averages, of 255

FARTHEST_BLOCK = """async ([one, other, size]) => {
  const pixels = async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height);
  };
  const [first, second] = [await pixels(one), await pixels(other)];
  if (first.width !== second.width || first.height !== second.height) return null;
  let farthest = [0, 0, 0];
  for (let top = 0; top < first.height; top += size)
    for (let left = 0; left < first.width; left += size)
      for (let channel = 0; channel < 4; channel += 1) {
        let [sum, count] = [0, 0];
        for (let y = top; y < Math.min(top + size, first.height); y += 1)
          for (let x = left; x < Math.min(left + size, first.width); x += 1) {
            const at = 4 * (y * first.width + x) + channel;
            sum += first.data[at] - second.data[at];
            count += 1;
          }
        const off = Math.abs(sum / count);
        if (off > farthest[0]) farthest = [off, left, top];
      }
  return farthest;
}"""


class Picture(NamedTuple):
    """A PNG file: its name, its size, and the SVG that it shows; "" is the share image."""

    name: str
    width: int
    height: int
    source: str = ""


PICTURES = (
    Picture("icon-512.png", 512, 512, "icons/icon.svg"),
    Picture("icon-192.png", 192, 192, "icons/icon.svg"),
    Picture("maskable-512.png", 512, 512, "icons/maskable.svg"),
    Picture("apple-touch-icon-180.png", 180, 180, "icons/maskable.svg"),
    Picture("share-1200x630.png", 1200, 630),
)


@contextmanager
def browser_page() -> Iterator[Page]:
    """An empty page in Chromium."""
    executable = shutil.which("chromium")
    if executable is None:
        sys.exit("Chromium is needed to render PNG files: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[*ARGUMENTS])
        yield browser.new_page()
        browser.close()


def render(page: Page, picture: Picture) -> bytes:
    """A picture as PNG."""
    page.set_viewport_size({"width": picture.width, "height": picture.height})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"  # a page from a file may load files, about:blank may not
        file.write_text(html(picture), encoding="utf-8")
        page.goto(file.as_uri())
        page.evaluate("document.fonts.ready")
        return page.screenshot(omit_background=True)


def html(picture: Picture) -> str:
    """The page that shows a picture."""
    if not picture.source:
        return share_image.page()
    source = share_image.file_url(f"public/{picture.source}")
    style = "display: block; width: 100vw; height: 100vh"
    return f'<!doctype html><body style="margin: 0"><img src="{source}" alt="" style="{style}">'


def difference(page: Page, one: bytes, other: bytes) -> str:
    """The difference of two PNG files as a sentence, or "" if they look alike."""
    texts = [base64.b64encode(content).decode() for content in (one, other)]
    found = page.evaluate(FARTHEST_BLOCK, [*texts, BLOCK])
    if found is None:
        return "the sizes differ"
    off, left, top = found
    if off <= LIMIT:
        return ""
    return f"the block at {left}, {top} is off by {off:.0f} of 255"


def check() -> int:
    """Compare every picture with its file in web/public; the exit code is 1 if one differs."""
    exit_code = 0
    with browser_page() as page:
        for picture in PICTURES:
            rendered = render(page, picture)
            committed = (PUBLIC / "icons" / picture.name).read_bytes()
            sentence = difference(page, rendered, committed)
            print(f"{picture.name}: {sentence or 'ok'}")
            exit_code = 1 if sentence else exit_code
    return exit_code


def write(folder: Path) -> int:
    """Write every picture to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with browser_page() as page:
        for picture in PICTURES:
            (folder / picture.name).write_bytes(render(page, picture))
    return 0


def main() -> int:
    """Write the pictures, or check them."""
    parser = argparse.ArgumentParser(description="Render the PNG icons with Chromium.")
    parser.add_argument("folder", type=Path, nargs="?", help="write the pictures to this folder")
    parser.add_argument("--check", action="store_true", help="compare them with web/public")
    options = parser.parse_args()
    if options.check == (options.folder is not None):
        parser.error("Name a folder to write to, or --check.")
    return check() if options.check else write(options.folder)


if __name__ == "__main__":
    sys.exit(main())

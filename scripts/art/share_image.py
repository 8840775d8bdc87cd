"""The HTML page of the share image, the picture that a messenger shows next to a link.

share-1200x630.png is a screenshot of this page.
"""

from pathlib import Path

from .glyphs import glyph
from .palette import GOLD, STALLS
from .path_data import one_decimal

WEB = Path(__file__).resolve().parents[2] / "web"
MARCELLUS = "node_modules/@fontsource/marcellus/files/marcellus-latin-400-normal.woff2"
COMMISSIONER = (
    "node_modules/@fontsource-variable/commissioner/files/commissioner-latin-flar-normal.woff2"
)
CHIPS = ("C1", "G2", "O3", "S4", "V2", "W1", "M")
HAND = ("C2", "O3", "V4", "S1", "G3")
DEGREES_BETWEEN_CARDS = 15


def file_url(path: str) -> str:
    """The address of a file below web/."""
    return (WEB / path).as_uri()


STYLE = f"""
@font-face {{ font-family: Marcellus; src: url({file_url(MARCELLUS)}); }}
@font-face {{
  font-family: Commissioner; font-weight: 100 900; src: url({file_url(COMMISSIONER)});
}}
* {{ box-sizing: border-box; margin: 0; }}
body {{
  position: relative; display: grid; grid-template-columns: 560px 1fr; align-items: center;
  width: 1200px; height: 630px; overflow: hidden;
  font: 430 36px/1.3 Commissioner; font-variation-settings: "FLAR" 30; color: #FBF1E0;
  background:
    url({file_url("public/art/porphyry.svg")}),
    radial-gradient(90% 90% at 40% 40%, #4B1540, #3A0F32 80%);
  -webkit-font-smoothing: antialiased;
}}
body::after {{
  content: ""; position: absolute; inset: auto 0 0; height: 12px;
  background: repeating-linear-gradient(90deg, {GOLD} 0 22px, #A87718 22px 24px);
}}
header {{ padding: 0 0 20px 72px; }}
h1 {{ font: 400 118px/1 Marcellus; letter-spacing: .05em; color: #EBC767; }}
p {{ margin-top: 22px; }}
.chips {{ display: flex; gap: 8px; margin-top: 34px; }}
.chip {{
  display: flex; align-items: center; gap: 6px; height: 40px; padding: 0 10px 0 8px;
  border-radius: 7px; box-shadow: inset 0 0 0 1px rgba(255, 255, 255, .22);
  font: 820 24px/1 Commissioner; font-variant-numeric: lining-nums tabular-nums;
}}
.chip svg {{ width: 26px; height: 26px; }}
.arch {{ position: relative; width: 540px; height: 590px; align-self: end; justify-self: center; }}
.stones {{
  position: absolute; inset: 0; border-radius: 270px 270px 0 0;
  background:
    repeating-conic-gradient(from 270deg at 50% 270px,
      {GOLD} 0 5.6deg, #6B450A 5.6deg 6deg, #F1E2BE 6deg 11.6deg, #6B450A 11.6deg 12deg)
      0 0/100% 270px no-repeat,
    repeating-linear-gradient(180deg,
      {GOLD} 0 28px, #6B450A 28px 30px, #F1E2BE 30px 58px, #6B450A 58px 60px)
      0 270px/100% 100% no-repeat;
}}
.vault {{
  position: absolute; inset: 24px 24px 0; border-radius: 246px 246px 0 0;
  background:
    linear-gradient(180deg, rgba(3, 24, 28, .28), rgba(3, 24, 28, 0) 40%),
    url({file_url("public/art/apse.svg")}) 50% 0/100% auto;
  box-shadow: inset 0 10px 30px rgba(0, 0, 0, .5);
}}
img {{
  position: absolute; left: 172px; bottom: 6px; width: 196px; aspect-ratio: 5/7;
  border-radius: 9.4%/6.7%; box-shadow: 0 10px 26px rgba(0, 0, 0, .45);
  transform-origin: 50% 125%;
}}
"""


def page() -> str:
    """The page as HTML, of 1200 by 630 pixels."""
    chips = "".join(map(chip, CHIPS))
    cards = "".join(card(code, index) for index, code in enumerate(HAND))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{STYLE}</style>'
        "<header><h1>Byzanz</h1><p>Bid with your goods.<br>Sell by threes.</p>"
        f'<div class="chips">{chips}</div></header>'
        f'<div class="arch"><div class="stones"></div><div class="vault"></div>{cards}</div></html>'
    )


def chip(card: str) -> str:
    """The smallest form of a card: colour, glyph and value."""
    stall, value = card[0], card[1:]
    colours = STALLS[stall]
    sign = glyph(stall, 50, 50, 100, colours.numeral)
    style = f"background: {colours.field}; color: {colours.numeral}"
    return (
        f'<span class="chip" style="{style}"><svg viewBox="0 0 100 100">{sign}</svg>{value}</span>'
    )


def card(code: str, index: int) -> str:
    """A card of the hand, rotated to its position in the fan."""
    degrees = (index - (len(HAND) - 1) / 2) * DEGREES_BETWEEN_CARDS
    source = file_url(f"public/cards/l/{code}.svg")
    style = f"z-index: {index}; transform: rotate({one_decimal(degrees)}deg)"
    return f'<img src="{source}" alt="" style="{style}">'

"""Measurements of a page's layout, and the fonts that they depend on."""

SIZES = [(360, 640), (390, 844), (844, 390), (1024, 768), (1440, 900), (2560, 1440)]
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
SMALL = """[...document.querySelectorAll("button, a, select, summary, input")]
    .filter((each) => each.checkVisibility() && !each.closest("p"))
    .map((each) => each.closest("label") ?? each)
    .filter((each) => each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML.slice(0, 100))"""
FONTS = """Promise.all(
    ["Commissioner", "Marcellus"].map((font) => document.fonts.load(`16px ${font}`)))
    .then(() => undefined)"""


def wait_for_fonts(page):
    """Wait until text is drawn in the fonts of the pages; another font has other widths."""
    page.evaluate(FONTS)

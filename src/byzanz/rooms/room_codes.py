"""Room codes to say aloud: a word and a number, such as OLIVE-27."""

import re
from collections.abc import Callable

TEXT = """
ALMOND AMBER ANCHOR ANISE APRICOT ARCADE ARCH ATLAS AURORA BANNER BASIL BAZAAR BEACON BEAVER BERYL
BISHOP BONSAI BRONZE CAMEL CAMPHOR CANAL CARAVAN CARDAMOM CARPET CASTLE CEDAR CHERRY CINNAMON
CITRUS CLOVE COBALT COMET COMPASS COPPER CORAL CORK COTTON CRANE CRYSTAL CUMIN CYPRESS DELTA
DOLPHIN DOME DRAGON EAGLE EBONY EMERALD FALCON FENNEL FIDDLE FIG FLUTE FOREST FOUNTAIN GALLEY
GARDEN GARNET GAZELLE GINGER GLOBE GRANITE HARBOUR HARP HAZEL HERON HONEY IBEX INDIGO IRIS ISLAND
IVORY JADE JASMINE JASPER KETTLE LANTERN LAUREL LEMON LILAC LINEN LION LOTUS MAGNET MANGO MAPLE
MARBLE MARLIN MELON MINT MOSAIC MUSCAT MYRTLE NECTAR NUTMEG OASIS OLIVE ONYX OPAL ORCHID OTTER
PALACE PALM PAPAYA PAPRIKA PEACOCK PEARL PEPPER PILOT PLANET PLUM POPLAR PORTAL QUARTZ QUINCE
RAVEN ROCKET RUBY SAFFRON SALMON SANDAL SAPPHIRE SATIN SESAME SILK SILVER SPHINX SULTAN SYRUP
TEMPLE THYME TIGER TOPAZ TOWER TULIP TURBAN VANILLA VELVET VILLA VIOLET WALNUT WILLOW YARROW ZEBRA
ZENITH
"""
WORDS = tuple(TEXT.split())
"""Short words, easy to spell in every language of the pages, and harmless."""

NUMBERS = (90, 90, 900, 900, 9000)
"""The count of numbers to draw from at each attempt: two digits first, more after a collision."""

CODE = re.compile(r"([A-Z]{3,10})[- ]?([0-9]{2,4})")


def new_code(random_bytes: Callable[[int], bytes], attempt: int = 0) -> str:
    """A new code to type instead of a link; `attempt` counts the codes that were taken already."""
    word = WORDS[int.from_bytes(random_bytes(4), "big") % len(WORDS)]
    count = NUMBERS[min(attempt, len(NUMBERS) - 1)]
    return f"{word}-{count // 9 + int.from_bytes(random_bytes(4), 'big') % count}"


def canonical(code: str) -> str:
    """The code in its stored form; codes of release 0.1.0 have five letters and no number."""
    text = code.upper()
    match = CODE.fullmatch(text)
    return text if match is None else f"{match[1]}-{match[2]}"

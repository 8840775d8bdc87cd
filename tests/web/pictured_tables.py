"""The tables of which pictures are taken, and the sizes of screens."""

SMALL, PHONE, LANDSCAPE, DESK, LARGE = (360, 640), (390, 844), (844, 390), (1440, 900), (2560, 1440)
LAPTOP = (1366, 768)
ALL = (SMALL, PHONE, LANDSCAPE, DESK, LARGE)

# players, scene, language, theme, sizes
TABLES = (
    (4, "bid-raise", "en", "light", ALL),
    (4, "bid-raise", "en", "dark", (PHONE, LANDSCAPE, DESK, LARGE)),
    (3, "bid-first+hint", "en", "light", ALL),
    (4, "bid-raise+hint", "en", "light", ALL),
    (4, "bid-raise+hint", "en", "dark", (SMALL, PHONE, DESK)),
    (6, "give-4+hint", "de", "light", (SMALL, PHONE, DESK)),
    (6, "take+hint", "de", "dark", (SMALL, LANDSCAPE)),
    (5, "bid-wait", "de", "light", (DESK,)),
    (6, "bid-many", "en", "light", (SMALL, DESK, LARGE)),
    (6, "bid-passed+guess", "de", "dark", (SMALL, LANDSCAPE)),
    (4, "watch-bid+guess", "en", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (4, "end-win+guesses", "en", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (4, "end-win+guesses", "en", "dark", (PHONE, DESK)),
    (6, "end-lose+guesses", "de", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (6, "give-6+pick", "en", "light", (PHONE, LANDSCAPE, DESK)),
    (4, "take", "en", "light", (PHONE, LANDSCAPE, DESK)),
    (6, "take-big+heap", "de", "dark", (SMALL, DESK)),
    (4, "limit-sell", "en", "light", (SMALL, LANDSCAPE, DESK)),
    (4, "sale+sheet", "en", "light", (PHONE, LANDSCAPE, DESK, LARGE)),
    (4, "sale+memory", "en", "dark", (PHONE, DESK)),
    (4, "sale+log", "en", "light", (PHONE, DESK)),
    (4, "bid-wait+lost", "en", "light", (PHONE, DESK)),
    (5, "bid-raise+refused", "de", "light", (SMALL, LANDSCAPE)),
    (4, "close", "en", "light", (DESK,)),
    (4, "bid-wait+gone", "en", "light", ALL),
    (4, "bid-wait+gone", "de", "dark", (SMALL, PHONE, DESK)),
    (4, "bid-raise+away", "en", "light", ALL),
    (4, "bid-raise+away", "de", "dark", (SMALL, PHONE, DESK)),
    (6, "bid-wait+gone", "de", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (6, "take-wait+away", "it", "dark", (SMALL, PHONE, LANDSCAPE, DESK)),
    (5, "bid-wait+ending", "en", "light", (SMALL, PHONE, DESK)),
    (4, "watch-bid", "en", "dark", (PHONE, DESK)),
    *[
        (players, scene, language, theme, (SMALL, PHONE, DESK))
        for players, scene, language in (
            (4, "bid-won+speed", "en"),
            (4, "recap+skip", "en"),
            (4, "bid-auto+autobid", "en"),
            (4, "bid-auto+autopass", "en"),
        )
        for theme in ("light", "dark")
    ],
    (6, "recap+skip", "de", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (6, "take-wait+speed", "de", "light", (SMALL, LANDSCAPE, DESK)),
    (5, "bid-auto+autobid", "de", "light", (SMALL, LANDSCAPE, DESK)),
    (4, "bid-first+tip", "en", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (4, "take+tip", "en", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (4, "sale+tip", "en", "light", (SMALL, PHONE, LANDSCAPE, DESK)),
    (4, "bid-first+tip", "de", "dark", (SMALL, PHONE, DESK)),
    (4, "take+tip", "de", "dark", (SMALL, PHONE, DESK)),
    (4, "sale+tip", "de", "dark", (SMALL, PHONE, DESK)),
    *[
        (4, scene, "en", theme, (SMALL, PHONE, DESK))
        for scene in (
            "take-wait", "take-wait+takes", "take-wait+sells", "limit-wait+discards", "limit-wait",
            "close-wait", "watch-open", "end-win", "end-tie",
        )
        for theme in ("light", "dark")
    ],
    (3, "end-win", "en", "light", (PHONE, DESK, LARGE)),
    (6, "end-lose", "en", "dark", (SMALL, LANDSCAPE, DESK)),
)  # fmt: skip

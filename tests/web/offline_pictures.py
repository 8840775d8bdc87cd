"""Pictures of the start page without a server."""

import tempfile
from pathlib import Path

from tests.web.fake_device import fake_device, played
from tests.web.page_layout import wait_for_fonts
from tests.web.pictured_tables import DESK, PHONE, SMALL
from tests.web.plain_host import plain_host

STATES = {
    "offline": ("getting", {"share": 0.63}),
    "offline-ready": ("ready", {"share": 1}),
    "offline-offer": ("absent", {}),
    "offline-partly": ("partly", {"share": 0.4}),
    "offline-failed": ("failed", {"reason": "no_storage"}),
}
LOOKS = [(size, theme) for size in (SMALL, PHONE, DESK) for theme in ("light", "dark")]


def offline(album, browser):
    """The start page of plain files, in every state of the game on the device."""
    with tempfile.TemporaryDirectory() as folder, plain_host(Path(folder)) as site:
        for name, (state, facts) in STATES.items():
            for size, theme in LOOKS:
                for language in ("en", "de") if name == "offline" else ("en",):
                    picture = f"{name}-{language}-{theme}"
                    if album.wants(picture):
                        context = _looking(browser, size, theme, language)
                        fake_device(context, state, **facts)
                        album.save(_opened(context, site), picture)
                        context.close()


def _looking(browser, size, theme, language):
    viewport = {"width": size[0], "height": size[1]}
    return browser.new_context(viewport=viewport, color_scheme=theme, locale=language)


def _opened(context, site):
    page = context.new_page()
    page.goto(site)
    page.wait_for_selector("#here-title")
    wait_for_fonts(page)
    return page


def start_offline(album, visit):
    """The start page of a server that does not answer, and the line that sends games."""
    for size, theme in LOOKS:
        page = visit("/rules", size=size, theme=theme)
        fake_device(page, "ready", games=[played()])
        page.add_init_script(
            'Object.defineProperty(ServiceWorkerContainer.prototype, "controller",'
            " { get: () => ({}) }); localStorage.setItem('byzanz.here', '1')"
        )
        page.goto("/games")
        page.wait_for_selector(".send")
        album.save(page, f"start-offline-mine-{theme}")
        page.route("**/api/**", lambda route: route.abort())
        page.goto("/")
        page.wait_for_selector("#here-title")
        album.save(page, f"start-offline-{theme}")

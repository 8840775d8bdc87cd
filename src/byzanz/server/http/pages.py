"""The routes of the pages, of their files, and of the pictures of link previews.

All pages get the same index, whose script shows the right page, with the preview of their link.
"""

import re
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from byzanz.server.call import Visitor
from byzanz.server.http.identity import COOKIE, source_of, visitor_of
from byzanz.server.http.link_previews import (
    DEFAULT_LANGUAGE,
    FIXED_PICTURE,
    PICTURES,
    Previews,
    chosen_language,
    document,
    kind_of,
    link_of,
)
from byzanz.server.http.page_files import HASHED, File, PageFiles
from byzanz.server.http.routes import Route
from byzanz.server.http.stored_files import StoredFiles
from byzanz.server.previews.link_targets import Kind, LinkTargets, Target
from byzanz.server.previews.pictures import Pictures, picture_of
from byzanz.wire.endpoints import ARGUMENTS
from byzanz.wire.problems import Code, RequestRefused
from byzanz.words.catalogue import LANGUAGES

CODE_PAGES = ("/t/{code}", "/c/{challenge}")
PLAIN_PAGES = ("/", "/join", "/device", "/rules", "/tutorial", "/licences", "/games", "/puzzles")
GAME_PAGES = ("/r/{room}", "/replay/{replay}", "/replay/{replay}/analysis")
PAGES = (*PLAIN_PAGES, *CODE_PAGES, *GAME_PAGES)
GAME = re.compile(ARGUMENTS["room"])
GAME_WORKER = re.compile(rf"{HASHED}deviceWorker-")
POLICY_OF_THE_GAME = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""The policy of the worker that runs the game in a page; the pages have the usual one.

Its script and its wasm file come unpacked from the browser's cache, so they have no address.
"""
PNG = "image/png"
FOR_AN_HOUR = "public, max-age=3600"  # names in it may change: a person may delete their data
SOON_AGAIN = "public, max-age=60"  # for the fixed picture in place of one that could not be drawn
METHODS = ("GET", "HEAD")
Handle = Callable[[Request], Awaitable[Response]]


class LinkService(NamedTuple):
    """The parts of the server that previews need."""

    targets: LinkTargets
    pictures: Pictures


def page_routes(
    bundle: PageFiles, stored: StoredFiles, links: LinkService, url: str
) -> list[Route[Handle]]:
    """Return the routes of all pages and files; `url` is the server's public address, or empty."""
    return [*_preview_routes(bundle, links, url), *_file_routes(bundle, stored, url)]


def _file_routes(bundle: PageFiles, stored: StoredFiles, url: str) -> list[Route[Handle]]:
    """The routes of files.

    A hashed file that the bundle does not have may belong to another build, which `stored` finds.
    """

    async def file(request: Request) -> Response:
        return send_file(request, bundle.files[request.scope["path"]])

    async def other_file(request: Request) -> Response:
        name, address = request.path_params["name"], visitor_of(request, url).address
        found = await stored.find(name, address)
        if found is None:
            raise RequestRefused(Code.NOT_FOUND)
        return send_file(request, found)

    routes = [("file", path, file) for path in bundle.files]
    routes += [("file", f"{HASHED}{{name}}", other_file)]
    return [Route(method, path, name, send) for name, path, send in routes for method in METHODS]


def _preview_routes(bundle: PageFiles, links: LinkService, url: str) -> list[Route[Handle]]:
    """The routes of all pages, and of the pictures of their previews."""
    previews = Previews(bundle.index, url)
    fixed_picture = bundle.files.get(FIXED_PICTURE)

    async def plain_page(request: Request) -> Response:
        return _page(request, previews.plain_page(*_request_of(request)))

    async def code_page(request: Request) -> Response:
        return _page(request, previews.page(*_request_of(request)))

    async def game_page(request: Request) -> Response:
        unknown, language, link = _request_of(request)
        game = next(iter(request.path_params.values()))
        target = await _target(links, request, game, unknown.kind)
        return _page(request, previews.page(target, language, link, game))

    async def picture(request: Request) -> Response:
        name = request.path_params["picture"].removesuffix(".png")
        language = request.path_params["language"]
        if name == request.path_params["picture"]:
            raise RequestRefused(Code.NOT_FOUND)
        target = await _picture_target(links, request, name)
        return await _picture(
            request,
            links.pictures,
            document(target, language if language in LANGUAGES else DEFAULT_LANGUAGE),
            fixed_picture,
        )

    routes: list[tuple[str, str, Handle]] = [
        *[("page", path, plain_page) for path in PLAIN_PAGES],
        *[("page", path, code_page) for path in CODE_PAGES],
        *[("page", path, game_page) for path in GAME_PAGES],
        ("picture", PICTURES + "{language}/{picture}", picture),
    ]
    return [Route(method, path, name, send) for name, path, send in routes for method in METHODS]


def _request_of(request: Request) -> tuple[Target, str, str]:
    """The target of a page that shows no game, the language, and the address for the preview."""
    path, wanted = request.scope["path"], request.query_params.get("lang", "")
    language = chosen_language(wanted, request.headers.get("accept-language", ""))
    return Target(kind_of(path)), language, link_of(path, wanted)


def _page(request: Request, page: File) -> Response:
    response = send_file(request, page)
    response.headers["vary"] = "accept-encoding, accept-language"
    return response


async def _target(links: LinkService, request: Request, game: str, otherwise: Kind) -> Target:
    """What a link leads to; ids of another form lead nowhere."""
    if not GAME.fullmatch(game):
        return Target(otherwise)
    # Somebody may come from another site, so the origin of the request does not matter here.
    client = request.client
    visitor = Visitor(source_of(client.host if client else "unknown"), request.cookies.get(COOKIE))
    return await links.targets.find(game, otherwise, visitor)


async def _picture_target(links: LinkService, request: Request, name: str) -> Target:
    """What a picture shows; raises `RequestRefused` if its name can't be a picture's."""
    if GAME.fullmatch(name):
        return await _target(links, request, name, Kind.TABLE)
    if name in set(Kind) - {Kind.RESULT}:
        return Target(Kind(name))
    raise RequestRefused(Code.NOT_FOUND)


async def _picture(
    request: Request, pictures: Pictures, svg: str, fixed_picture: File | None
) -> Response:
    """The picture or, if it can't be drawn, the fixed one; 304 if the visitor has it."""
    picture = picture_of(svg)
    headers = {"cache-control": FOR_AN_HOUR, "etag": picture.tag}
    if picture.tag in request.headers.get("if-none-match", ""):
        return Response(b"", 304, headers)
    png = await pictures.draw(picture)
    if png is not None:
        return Response(png, 200, headers, PNG)
    if fixed_picture is None:
        raise RequestRefused(Code.NOT_FOUND)
    return Response(fixed_picture.bodies[""], 200, {"cache-control": SOON_AGAIN}, PNG)


def send_file(request: Request, file: File, status: int = 200) -> Response:
    """Return a file in the best encoding that the browser accepts, or 304 if it has the file."""
    headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding"}
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", 304, headers)
    encoding = file.encoding_for(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["content-encoding"] = encoding
    if GAME_WORKER.match(request.scope["path"]):
        headers["content-security-policy"] = POLICY_OF_THE_GAME
    body = file.bodies[encoding]
    return Response(body, status, headers, file.media_type)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, and not a program for an answer."""
    accepted = request.headers.get("accept", "")
    is_api = request.scope["path"].startswith("/api/")
    return request.method == "GET" and not is_api and "text/html" in accepted

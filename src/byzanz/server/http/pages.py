"""The routes of the pages: all paths get the same index, whose script shows the right page."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from byzanz.server.http.identity import visitor_of
from byzanz.server.http.link_previews import Previews, preview_of
from byzanz.server.http.page_files import HASHED, File, PageFiles
from byzanz.server.http.routes import Route
from byzanz.server.http.stored_files import StoredFiles
from byzanz.wire.problems import Code, RequestRefused

PAGES = (
    *(
        "/",
        "/join",
        "/device",
        "/rules",
        "/tutorial",
        "/licences",
        "/games",
        "/r/{room}",
        "/t/{code}",
    ),
    *("/replay/{replay}", "/replay/{replay}/analysis"),
)
METHODS = ("GET", "HEAD")


def page_routes(
    bundle: PageFiles, stored: StoredFiles, url: str
) -> list[Route[Callable[[Request], Awaitable[Response]]]]:
    """Return the routes of all pages and files; `url` is the server's public address, or empty.

    A hashed file that the bundle does not have may belong to another build, which `stored` finds.
    """
    previews = Previews(bundle.index, url)

    async def page(request: Request) -> Response:
        wanted = request.query_params.get("lang", "")
        language = previews.language(wanted, request.headers.get("accept-language", ""))
        page = previews.page(preview_of(request.scope["path"]), language)
        response = send_file(request, page)
        response.headers["vary"] = "accept-encoding, accept-language"
        return response

    async def file(request: Request) -> Response:
        return send_file(request, bundle.files[request.scope["path"]])

    async def other_file(request: Request) -> Response:
        name, address = request.path_params["name"], visitor_of(request, url).address
        found = await stored.find(name, address)
        if found is None:
            raise RequestRefused(Code.NOT_FOUND)
        return send_file(request, found)

    routes = [("page", path, page) for path in PAGES]
    routes += [("file", path, file) for path in bundle.files]
    routes += [("file", f"{HASHED}{{name}}", other_file)]
    return [Route(method, path, name, send) for name, path, send in routes for method in METHODS]


def send_file(request: Request, file: File, status: int = 200) -> Response:
    """Return a file in the best encoding that the browser accepts, or 304 if it has the file."""
    headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding"}
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", 304, headers)
    encoding = file.encoding_for(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["content-encoding"] = encoding
    body = file.bodies[encoding]
    return Response(body, status, headers, file.media_type)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, and not a program for an answer."""
    accepted = request.headers.get("accept", "")
    is_api = request.scope["path"].startswith("/api/")
    return request.method == "GET" and not is_api and "text/html" in accepted

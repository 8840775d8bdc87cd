"""The routes of the pages: one index for all addresses, which shows the right page itself."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from byzanz.server.http.link_previews import Previews, kind_of
from byzanz.server.http.page_files import File, PageFiles
from byzanz.server.http.routes import Route

PAGES = (
    *("/", "/join", "/device", "/rules", "/tutorial", "/licences", "/r/{room}", "/t/{code}"),
    *("/replay/{replay}", "/replay/{replay}/analysis"),
)
METHODS = ("GET", "HEAD")


def page_routes(
    bundle: PageFiles, url: str
) -> list[Route[Callable[[Request], Awaitable[Response]]]]:
    """All routes of a bundle; `url` is where people reach the server, if that was configured."""
    previews = Previews(bundle.index, url)

    async def page(request: Request) -> Response:
        wanted = request.query_params.get("lang", "")
        language = previews.language(wanted, request.headers.get("accept-language", ""))
        page = previews.page(kind_of(request.scope["path"]), language)
        response = send_file(request, page)
        response.headers["vary"] = "accept-encoding, accept-language"
        return response

    async def file(request: Request) -> Response:
        return send_file(request, bundle.files[request.scope["path"]])

    places = [("page", path, page) for path in PAGES]
    places += [("file", path, file) for path in bundle.files]
    return [Route(method, path, name, send) for name, path, send in places for method in METHODS]


def send_file(request: Request, file: File, status: int = 200) -> Response:
    """The file as this browser takes it, or that it has it already."""
    headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding"}
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", 304, headers)
    encoding = file.encoding_for(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["content-encoding"] = encoding
    body = file.bodies[encoding]
    return Response(body, status, headers, file.media_type)


def is_reader(request: Request) -> bool:
    """Whether a person looks for a page, rather than a program for an answer."""
    wanted = request.headers.get("accept", "")
    is_api = request.scope["path"].startswith("/api/")
    return request.method == "GET" and not is_api and "text/html" in wanted

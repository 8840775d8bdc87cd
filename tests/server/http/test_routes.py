"""The route of a request is found by its method and path."""

import pytest

from byzanz.server.http.routes import Route, Routes
from byzanz.wire.problems import Code, RequestRefused

ROUTES = Routes(
    [
        Route(method, path, f"{method} {path}", None)
        for method, path in [
            ("GET", "/"),
            ("GET", "/rooms"),
            ("POST", "/rooms"),
            ("GET", "/rooms/{room}"),
            ("POST", "/rooms/{room}/seats/{seat}"),
        ]
    ]
)


@pytest.mark.parametrize(
    ("method", "path", "name", "arguments"),
    [
        ("GET", "/", "GET /", {}),
        ("POST", "/rooms", "POST /rooms", {}),
        ("GET", "/rooms/7", "GET /rooms/{room}", {"room": "7"}),
        ("GET", "/rooms/{room}", "GET /rooms/{room}", {"room": "{room}"}),
        ("POST", "/rooms/7/seats/a b", "POST /rooms/{room}/seats/{seat}",
         {"room": "7", "seat": "a b"}),
    ],
)  # fmt: skip
def test_a_route_is_found_with_its_arguments(method, path, name, arguments):
    route, found = ROUTES.find(method, path)
    assert (route.name, found) == (name, arguments)


@pytest.mark.parametrize(
    "path",
    ["", "*", "//", "rooms", "/Rooms", "/rooms/", "//rooms", "/rooms//", "/rooms/7/",
     "/rooms/7/seats", "/rooms//seats/1", "/rooms/7/seats/1/2"],
)  # fmt: skip
def test_an_unknown_path_is_not_found(path):
    with pytest.raises(RequestRefused) as refused:
        ROUTES.find("GET", path)
    assert refused.value.code is Code.NOT_FOUND


@pytest.mark.parametrize("method", ["DELETE", "OPTIONS", "get", ""])
def test_an_unknown_method_is_refused(method):
    with pytest.raises(RequestRefused) as refused:
        ROUTES.find(method, "/rooms/7")
    assert refused.value.code is Code.BAD_METHOD

"""Runs the server with uvicorn until a signal ends it."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any

import structlog
import uvicorn

from byzanz.server.http.admin_app import make_admin
from byzanz.server.http.app import make_app
from byzanz.server.http.hooks import TestHooks
from byzanz.server.http.page_files import PageFiles
from byzanz.server.http.sockets import LOOPBACK, CantListen, lan_address, lan_url, listen, url_of
from byzanz.server.http.stored_files import publish
from byzanz.server.http.uvicorn_protocols import PlainProtocol, PushProtocol, limited
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.ops.config import Config
from byzanz.server.ops.garbage import collect_rarely
from byzanz.server.service import Service
from byzanz.store.opening import open_store

log = structlog.get_logger()

PING_SECONDS = 45.0  # seconds between pings; proxies often drop sockets that are idle for 60 s
SECONDS_TO_FINISH = 3  # seconds that running requests have when the server ends
EXTRA_CONNECTIONS = 1000  # connections left for requests when the limit of push sockets is reached
SWITCH_SECONDS = 0.0005  # the longest wait of a store thread for the interpreter, in seconds
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Server(uvicorn.Server):
    """uvicorn without its own signal handlers, which would raise the signal again."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run_server(config: Config, *, has_hooks: bool, on_ready: Callable[[int], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; calls `on_ready` with the port.

    Raises `CantListen` and the errors of `open_store` and `Service.start`.
    """
    with (
        asyncio.Runner(
            loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()
        ) as runner,
        listen(config.host, config.port, "--port") as public,
        _listen_for_admin(config.admin_port) as admin,
    ):
        runner.run(_serve(config, (public, admin), has_hooks=has_hooks, on_ready=on_ready))


def _listen_for_admin(port: int) -> AbstractContextManager[socket.socket | None]:
    return listen(LOOPBACK, port, "--admin-port, or 0 for none") if port else nullcontext()


async def _serve(
    config: Config,
    sockets: tuple[socket.socket, socket.socket | None],
    *,
    has_hooks: bool,
    on_ready: Callable[[int], None],
) -> None:
    store = await open_store(config.store, for_server=True)
    clock = SteadyClock(await store.now())
    if has_hooks:
        hooks = TestHooks(clock)
        service = Service(store, config, hooks.clock, hooks.random_bytes)
        extra_routes = hooks.routes(service)
        log.warning("test hooks are open to everybody")
    else:
        service, extra_routes = Service(store, config, clock), []
    files = PageFiles()
    try:
        await publish(store, files, clock.now())
        await service.start()
    except BaseException:
        await store.close()
        raise
    collecting = asyncio.create_task(collect_rarely(lambda: service.connections.count))
    sys.setswitchinterval(SWITCH_SECONDS)
    public, admin = sockets
    port = public.getsockname()[1]
    app, servers = make_app(service, *extra_routes, files=files), list[_Server]()
    try:
        with _ended_by_signals(servers):
            async with asyncio.TaskGroup() as group:

                def begin(app: Any, listener: socket.socket) -> None:
                    servers.append(_server(config, app))
                    group.create_task(servers[-1].serve([listener]))

                begin(app, public)
                if admin is not None:
                    begin(make_admin(service), admin)
                service.lan.begin(
                    lan_url(config.host, port), lambda: _open_lan(port, partial(begin, app))
                )
                log.info("ready", port=port)
                on_ready(port)
    finally:
        collecting.cancel()
        await service.stop()
        log.info("ended")


def _open_lan(port: int, begin: Callable[[socket.socket], None]) -> str | None:
    """Listen on the local network too; returns the URL there, or None if that fails."""
    address = lan_address()
    if address is None:
        return None
    try:
        begin(listen(address, port, "--port"))
    except CantListen as error:
        log.warning("the local network stays outside", reason=str(error))
        return None
    log.info("open to the local network")
    return url_of(address, port)


def _server(config: Config, app: Any) -> _Server:
    is_proxied = bool(config.trusted_proxies)  # then all connections come from the proxy's address
    return _Server(
        uvicorn.Config(
            app,
            http=PlainProtocol if is_proxied else limited(config.limits.connections),
            ws=PushProtocol,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_max_size=1024,
            limit_concurrency=config.limits.all_connections + EXTRA_CONNECTIONS,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=is_proxied,
            forwarded_allow_ips=list(config.trusted_proxies),
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
            lifespan="off",
        )
    )


@contextmanager
def _ended_by_signals(servers: list[_Server]) -> Iterator[None]:
    """End the servers gracefully on the first signal, and at once on the second."""

    def end(*_: object) -> None:
        for server in servers:
            server.force_exit = server.should_exit
            server.should_exit = True

    before = {number: signal.signal(number, end) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

"""Listening: uvicorn around the applications, until somebody ends them."""

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any

import structlog
import uvicorn

from byzanz.server.admin import make_admin
from byzanz.server.clock import SteadyClock
from byzanz.server.config import Config
from byzanz.server.hooks import Hooks
from byzanz.server.protocols import PlainProtocol, PushProtocol, limited
from byzanz.server.service import Service
from byzanz.server.web import make_app
from byzanz.store.opening import open_store

log = structlog.get_logger()

SENT_AHEAD = 64 * 1024  # bytes that the system keeps for one slow reader
BACKLOG = 2048  # connections that wait to be taken
PING_SECONDS = 45.0  # of silence, at most: what stands between often ends a connection after 60
SECONDS_TO_FINISH = 3  # what has begun
FURTHER_CONNECTIONS = 1000  # for requests, when all push sockets are taken
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
COLLECTED_AFTER = 5_000  # objects more than before
NEVER = 1_000_000_000  # times
COLLECTING_SECONDS = 3600  # between looks through everything
SWITCH_SECONDS = 0.0005  # that the event loop may keep the store's threads waiting
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class CantListen(Exception):
    """A port that can't be had, in a sentence."""


class _Server(uvicorn.Server):
    """uvicorn, told by us when to end; by itself it would hand the signal on."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run_server(config: Config, *, has_hooks: bool, on_ready: Callable[[int], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; `on_ready` is told the port.

    Raises `CantListen`, and what `open_store` and `Service.start` raise.
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
    store = await open_store(config.store)
    clock = SteadyClock(await store.now())
    if has_hooks:
        hooks = Hooks(clock)
        service = Service(store, config, hooks.clock, hooks.source)
        further = hooks.routes(service)
        log.warning("test hooks are open to everybody")
    else:
        service, further = Service(store, config, clock), []
    try:
        await service.start()
    except BaseException:
        await store.close()
        raise
    collecting = asyncio.create_task(_collect_rarely())
    sys.setswitchinterval(SWITCH_SECONDS)
    public, admin = sockets
    port = public.getsockname()[1]
    app, servers = make_app(service, *further), list[_Server]()
    try:
        with _ended_by_signals(servers):
            async with asyncio.TaskGroup() as group:

                def begin(app: Any, listener: socket.socket) -> None:
                    servers.append(_server(config, app))
                    group.create_task(servers[-1].serve([listener]))

                begin(app, public)
                if admin is not None:
                    begin(make_admin(service), admin)
                service.neighbours.begin(
                    _lan_url(config.host, port), lambda: _open_lan(port, partial(begin, app))
                )
                log.info("ready", port=port)
                on_ready(port)
    finally:
        collecting.cancel()
        await service.stop()
        log.info("ended")


def _lan_url(host: str, port: int) -> str | None:
    """Where the local network finds a server that listens there; None: not at all."""
    url = url_of(host, port)
    return None if url in (url_of(LOOPBACK, port), url_of("::1", port)) else url


def _open_lan(port: int, begin: Callable[[socket.socket], None]) -> str | None:
    """Listen to the local network, too; where it finds the server, if there is one."""
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


async def _collect_rarely() -> None:
    """Look for circles of garbage among what is new alone: in a thousand rooms, all takes a second.

    Next to nothing of what a move makes is part of a circle, and all else goes at once anyway.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, NEVER, NEVER)
    while True:
        await asyncio.sleep(COLLECTING_SECONDS)
        gc.collect()


def _server(config: Config, app: Any) -> _Server:
    is_proxied = bool(config.trusted_proxies)  # then all have one address
    return _Server(
        uvicorn.Config(
            app,
            http=PlainProtocol if is_proxied else limited(config.limits.connections),
            ws=PushProtocol,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_max_size=1024,
            limit_concurrency=config.limits.all_connections + FURTHER_CONNECTIONS,
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
    """Let the first signal end the servers in order, and a second one at once."""

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


def listen(host: str, port: int, option: str) -> socket.socket:
    """A socket that listens; raises `CantListen`."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise CantListen(f"host {host!r} is no address of this machine") from None
    listener = socket.socket(family)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        reason = _REASONS.get(error.errno or 0, f"port {{port}} can't be had: {error.strerror}")
        raise CantListen(reason.format(host=host, port=port, option=option)) from None
    return listener


_REASONS = {
    errno.EADDRINUSE: "port {port} is taken: give another one with {option}",
    errno.EACCES: "port {port} is not for everybody: give one from 1024 on with {option}",
    errno.EADDRNOTAVAIL: "host '{host}' is no address of this machine",
}


def url_of(host: str, port: int) -> str:
    """Where people find a server that listens there."""
    if host == EVERYWHERE:
        host = lan_address() or LOOPBACK
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_address() -> str | None:
    """This machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])

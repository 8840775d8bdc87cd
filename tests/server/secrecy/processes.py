"""Two server processes that get the same requests."""

from contextlib import contextmanager

from tests.server.http.running import LAX, Running

START = 2_000_000_000_000  # milliseconds, later than any real time of a test


class ServerProcess(Running):
    """A server process with test hooks."""

    def __init__(self, folder) -> None:
        folder.mkdir()
        super().__init__(folder, LAX, {"BYZANZ_TEST_HOOKS": "1"})
        self.now = START
        self.masks: dict[bytes, bytes] = {}

    def log_size(self) -> int:
        return self.log_file.stat().st_size

    def log_since(self, start: int) -> list[str]:
        """The complete lines written after byte `start`."""
        with self.log_file.open("rb") as file:
            file.seek(start)
            return file.read().decode().split("\n")[:-1]


@contextmanager
def two_processes(folder):
    servers = []
    try:
        for name in ("first", "second"):
            servers.append(ServerProcess(folder / name))
        yield servers
    finally:
        codes = [server.stop() for server in servers]
    assert codes == [0, 0]
    for server in servers:
        server.check_log()

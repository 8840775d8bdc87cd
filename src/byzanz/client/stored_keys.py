"""The keys of this user at servers, in a file that only the user may read."""

import os
from pathlib import Path

import msgspec


class StoredKeys:
    """Keys by the address of the server; written at once, and never half."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, server: str) -> str | None:
        """Return the key at a server, or None if there is none or the file can't be read."""
        return self._read().get(server)

    def store(self, server: str, key: str) -> None:
        """Store the key at a server instead of an earlier one; raises `OSError`."""
        self._write({**self._read(), server: key})

    def remove(self, server: str) -> None:
        """Remove the key at a server, if there is one; raises `OSError`."""
        keys = self._read()
        if keys.pop(server, None) is not None:
            self._write(keys)

    def _write(self, keys: dict[str, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_name(f"{self._path.name}.part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(keys))
        part.replace(self._path)

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}

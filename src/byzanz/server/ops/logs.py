"""The text log: one JSON object per line, never with a card, a key or a secret.

Of an error, only the type and the lines of the traceback are logged: its message may quote secrets.
"""

import logging
import traceback
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec
import structlog
from structlog.contextvars import merge_contextvars

MOST_FRAMES = 5  # innermost frames of a traceback that are logged


def set_up_logs(level: str, stream: BinaryIO) -> None:
    """Write log lines of at least this level to a stream, those of libraries too."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            lambda _logger, _name, line: msgspec.json.encode(line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.BytesLoggerFactory(stream),
    )
    logging.basicConfig(handlers=[_Handler()], level=max(number, logging.WARNING), force=True)


class _Handler(logging.Handler):
    """Logs the first line of each library message; the first line holds no values."""

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().partition("\n")[0]
        facts = {} if not record.exc_info else error_fields(record.exc_info[1])
        structlog.get_logger().log(record.levelno, line, library=record.name, **facts)


def error_fields(error: BaseException | None) -> dict[str, object]:
    """Return the type of an error and the innermost lines of its traceback, never its message."""
    lines = _innermost_lines(None if error is None else error.__traceback__)
    return {"kind": type(error).__name__, "places": lines}


def _innermost_lines(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-MOST_FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]

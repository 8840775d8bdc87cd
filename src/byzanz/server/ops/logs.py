"""The text log: one JSON object a line, and no line has a card, a key or a secret in it.

Of an error only its kind and place are told: its message may quote anything.
"""

import logging
import traceback
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec
import structlog
from structlog.contextvars import merge_contextvars

MOST_FRAMES = 5  # of an error's traceback


def set_up_logs(level: str, stream: BinaryIO) -> None:
    """Write everything from this level on to a stream, the log of libraries too."""
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
    """Passes on the first line of what libraries log, which has no values in it."""

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().partition("\n")[0]
        facts = {} if not record.exc_info else fault(record.exc_info[1])
        structlog.get_logger().log(record.levelno, line, library=record.name, **facts)


def fault(error: BaseException | None) -> dict[str, object]:
    """The type of an error and the innermost lines of its traceback; never its message."""
    places = _places(None if error is None else error.__traceback__)
    return {"kind": type(error).__name__, "places": places}


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-MOST_FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]

"""Push sockets write WebSocket frames without the library, in the same bytes."""

import pytest
from websockets.frames import Frame, Opcode

from byzanz.server.http.uvicorn_protocols import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)

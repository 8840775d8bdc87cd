"""Pictures are drawn by a worker process, once, and never hold anybody up."""

import asyncio
import sys
from contextlib import asynccontextmanager

import pytest

from byzanz.server.previews import pictures as module
from byzanz.server.previews.drawing_worker import Drawing, answer, load_renderer
from byzanz.server.previews.pictures import Pictures, picture_of
from byzanz.server.workers import pool
from byzanz.server.workers.pool import WorkerSpec

SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="4"><path d="M0 0h4v4z"/></svg>'
FAULTY = {
    "ends": "import sys; sys.stdin.readline()",
    "hangs": "import time; time.sleep(1000)",
    "writes nonsense": "print('hello', flush=True); input()",
}


@asynccontextmanager
async def running(**changes):
    spec = {"module": module.WORKER, "count": 1, "longest_seconds": 30.0, "idle_seconds": 60.0}
    made = Pictures(WorkerSpec(**{**spec, **changes}))
    made.start()
    try:
        yield made
    finally:
        await made.stop()


def picture(size=4):
    return picture_of(SMALL.format(size))


async def faulty(monkeypatch, code):
    """Let every worker process run this code."""
    original = asyncio.create_subprocess_exec

    async def start(*_, **options):
        return await original(sys.executable, "-c", code, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr(pool, "PAUSE_AFTER_CRASH", 0.01)


def count_questions(monkeypatch):
    asked = []
    original = pool.WorkerPool.ask

    async def ask(self, question, *values, **named):
        asked.append(question)
        return await original(self, question, *values, **named)

    monkeypatch.setattr(pool.WorkerPool, "ask", ask)
    return asked


def test_a_picture_is_drawn_once(monkeypatch):
    asked = count_questions(monkeypatch)

    async def scenario():
        async with running() as pictures:
            drawn = await asyncio.gather(*[pictures.draw(picture()) for _ in range(5)])
            return [*drawn, await pictures.draw(picture())]

    drawn = asyncio.run(scenario())
    assert drawn[0].startswith(b"\x89PNG")
    assert set(drawn) == {drawn[0]}
    assert len(asked) == 1


def test_two_processes_draw_the_same_picture():
    async def scenario():
        async with running() as first, running() as second:
            return await asyncio.gather(first.draw(picture()), second.draw(picture()))

    first, second = asyncio.run(scenario())
    assert first == second


def test_a_visitor_who_leaves_cancels_nothing_for_others():
    async def scenario():
        async with running() as pictures:
            first = asyncio.create_task(pictures.draw(picture()))
            await asyncio.sleep(0)
            second = asyncio.create_task(pictures.draw(picture()))
            await asyncio.sleep(0)
            first.cancel()
            return await second

    assert asyncio.run(scenario()).startswith(b"\x89PNG")


def test_memory_is_bounded(monkeypatch):
    async def scenario():
        async with running() as pictures:
            sizes = [len(await pictures.draw(picture(size))) for size in (4, 5, 6)]
            monkeypatch.setattr(module, "MOST_KEPT", sizes[1] + sizes[2])
            await pictures.draw(picture(7))
            return pictures.kept_bytes, module.MOST_KEPT, list(pictures._kept)

    kept, most, tags = asyncio.run(scenario())
    assert kept <= most
    assert tags[-1] == picture(7).tag


def test_forgotten_pictures_are_not_in_memory():
    async def scenario():
        async with running() as pictures:
            await pictures.draw(picture())
            assert pictures.kept_bytes
            under_way = asyncio.create_task(pictures.draw(picture(5)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            pictures.forget()
            await under_way
            return pictures.kept_bytes

    assert asyncio.run(scenario()) == 0


@pytest.mark.parametrize("fault", FAULTY)
def test_a_broken_process_gives_no_picture_and_is_replaced(fault, monkeypatch):
    async def scenario():
        async with running(longest_seconds=0.5) as pictures:
            with monkeypatch.context() as patch:
                await faulty(patch, FAULTY[fault])
                assert await pictures.draw(picture()) is None
            object.__setattr__(pictures._workers._spec, "longest_seconds", 30.0)
            return await pictures.draw(picture(5))

    assert asyncio.run(scenario()).startswith(b"\x89PNG")


def test_too_many_pictures_are_refused_at_once(monkeypatch):
    monkeypatch.setattr(module, "LONGEST_WAIT", 0.2)

    async def scenario():
        async with running(usual_seconds=1.0) as pictures:
            drawn = await asyncio.gather(*[pictures.draw(picture(size)) for size in range(4, 12)])
            return [png for png in drawn if png is None]

    assert asyncio.run(scenario())


def test_a_picture_that_is_too_large_is_not_sent(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_PNG", 10)

    async def scenario():
        async with running() as pictures:
            return await pictures.draw(picture()), pictures.kept_bytes

    assert asyncio.run(scenario()) == (None, 0)


def test_without_the_library_the_process_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)  # the import fails
    assert load_renderer() is None
    assert answer(load_renderer(), Drawing("<svg/>")).can_draw is False


def test_without_the_library_nobody_waits(monkeypatch):
    asked = count_questions(monkeypatch)
    code = """print('{"png": null, "can_draw": false}', flush=True); input()"""

    async def scenario():
        async with running() as pictures:
            await faulty(monkeypatch, code)
            return [await pictures.draw(picture(size)) for size in (4, 5, 6)]

    assert asyncio.run(scenario()) == [None] * 3
    assert len(asked) == 1


def test_a_document_with_an_error_gives_no_picture_and_harms_no_process():
    async def scenario():
        async with running() as pictures:
            return await pictures.draw(picture_of("<svg")), await pictures.draw(picture())

    wrong, right = asyncio.run(scenario())
    assert wrong is None
    assert right.startswith(b"\x89PNG")

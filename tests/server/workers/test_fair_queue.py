"""The fair queue: rooms take turns, and bots' moves come before hints."""

from byzanz.server.workers.fair_queue import FairQueue, Urgency


def take_all(queue):
    items = []
    while (item := queue.take()) is not None:
        items.append(item)
    return "".join(items)


def test_rooms_take_turns():
    queue: FairQueue[str] = FairQueue()
    for item in "AAAAABBC":
        queue.put(Urgency.PLAY, item, item)
    assert take_all(queue) == "ABCABAAA"


def test_play_comes_before_hints():
    queue: FairQueue[str] = FairQueue()
    queue.put(Urgency.HINT, "room", "h")
    queue.put(Urgency.PLAY, "room", "p")
    assert [queue.length(urgency) for urgency in Urgency] == [1, 2]
    assert take_all(queue) == "ph"


def test_discarded_questions_are_not_counted():
    queue: FairQueue[str] = FairQueue()
    for item in "xyz":
        queue.put(Urgency.PLAY, "room", item)
    queue.discard(Urgency.PLAY, "room", "y")
    queue.discard(Urgency.PLAY, "room", "y")
    queue.discard(Urgency.HINT, "other", "x")
    assert queue.length(Urgency.PLAY) == 2
    assert take_all(queue) == "xz"

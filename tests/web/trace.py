"""The work of a page's main thread, from Chromium's trace, in milliseconds.

Costs are CPU times of the thread, so that other load on the machine does not count.
"""

from dataclasses import dataclass

CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline,toplevel,v8.execute"
SCRIPT = {"FunctionCall", "EvaluateScript", "EventDispatch", "TimerFire", "RunMicrotasks"}
LAYOUT = {"Layout", "UpdateLayoutTree"}


@dataclass(frozen=True)
class TraceEvent:
    """One event of the trace, in milliseconds."""

    name: str
    start: float
    end: float
    cost: float
    is_test_script: bool  # scripts injected by the tests have no URL


class Trace:
    """Collects events between `start` and `stop`."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.events = []
        self.session.on("Tracing.dataCollected", lambda part: self.events.extend(part["value"]))
        self.is_complete = False
        self.session.on("Tracing.tracingComplete", lambda _: setattr(self, "is_complete", True))

    def start(self):
        self.session.send("Tracing.start", {"categories": CATEGORIES})

    def stop(self, page):
        self.session.send("Tracing.end")
        while not self.is_complete:
            page.wait_for_timeout(50)

    def push_times(self):
        """The times at which updates arrived."""
        return sorted(
            each["ts"] / 1000 for each in self.events if each["name"] == "WebSocketReceive"
        )

    def main_thread_events(self, *names):
        """The events of the page's main thread with these names, in order."""
        thread = self._thread()
        return sorted(
            (
                TraceEvent(
                    each["name"],
                    each["ts"] / 1000,
                    (each["ts"] + each["dur"]) / 1000,
                    each.get("tdur", each["dur"]) / 1000,
                    each["name"] == "FunctionCall"
                    and not each.get("args", {}).get("data", {}).get("url"),
                )
                for each in self.events
                if each["name"] in names
                and (each["pid"], each["tid"]) == thread
                and each["ph"] == "X"
            ),
            key=lambda event: (event.start, -event.end),
        )

    def _thread(self):
        """The thread that received the updates."""
        return next((e["pid"], e["tid"]) for e in self.events if e["name"] == "WebSocketReceive")


def outermost(events):
    """The events that are not part of another one."""
    kept, end = [], 0.0
    for event in events:
        if event.start >= end:
            kept.append(event)
            end = event.end
    return kept


def inside(events, others):
    """The events that happen during one of `others`."""
    return [w for w in events if any(o.start <= w.start and w.end <= o.end for o in others)]

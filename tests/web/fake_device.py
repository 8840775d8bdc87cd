"""The game on this device as the pages ask it, in a state of our choice: nothing is downloaded."""

import json
import re

FILE = re.compile(r"/assets/device-[\w-]+\.js$")
MEGA = 1_000_000
SIZE = 5.6 * MEGA
GAME = "device-" + "a" * 32
SCRIPT = """
const facts = %s;
export const device = {
    ...facts.device,
    look: async () => {},
    get: async () => { window.wasAsked = true; },
    stop: () => {},
    removeRooms: async () => { window.wasRemoved = true; },
    remove: async () => {},
};
export const askDevice = async (operation) => {
    if (operation in facts.answers) return facts.answers[operation];
    throw new Error(`not expected: ${operation}`);
};
export const createOnDevice = async () => ({ room: "%s", seq: 1 });
export const isOnDevice = (id) => id.startsWith("device-");
export const deviceTransport = () => ({});
export const removeRoom = async () => {};
"""


def played(room=GAME, profits=(27, 24, 19, 12), ended=1_770_000_000_000):
    """A finished game of the first seat against bots."""
    names = ("Livia", "Thomais", "Bardas", "Dukas")
    seats = [
        {"name": name, "bot": None if seat == 0 else "solid", "place": seat + 1, "profit": profit}
        for seat, (name, profit) in enumerate(zip(names, profits, strict=True))
    ]
    return {
        "room": room, "ended": ended, "seat": 0, "seats": seats, "is_counted": False,
        "is_kept": False, "has_record": True, "accuracy": None, "moment": None, "day": None,
        "was_offline": True,
    }  # fmt: skip


def fake_device(target, state, *, share=0.0, reason=None, games=(), record=""):
    """Let a page or a context get this state of the device instead of the real one."""
    size = 0 if state == "unsupported" else SIZE
    facts = {
        "device": {"state": state, "bytes": share * size, "size": size, "reason": reason},
        "answers": {
            "my_rooms": {"rooms": [], "is_known": True},
            "my_games": {"games": list(games), "count": len(games), "since": None, "kept": 0},
            "replay_record": record,
        },
    }
    body = SCRIPT % (json.dumps(facts), GAME)
    target.route(FILE, lambda route: route.fulfill(body=body, content_type="text/javascript"))

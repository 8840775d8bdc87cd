"""Plays a whole game, alone with bots or in a room: python examples/client.py [URL [ROOM]]"""

import asyncio
import json
import secrets
import sys
from typing import Any

import httpx
import websockets


def choose(options: dict[str, Any]) -> str | None:
    """Return the first move that the options offer; None if the game waits for another seat."""
    if bid := options["bid"]:
        return "pass" if len(bid["cheapest"]) != 1 else f"bid {bid['cheapest'][0]}"
    if options["give"]:
        return f"give {options['give']['cards'][0]}"
    if options["take"]:
        return f"take {options['take'][0]['stall']}"
    if options["sales"] and (options["discard"] or options["may_be_done"]):
        return f"sell {' '.join(options['sales'][0]['cards'])}"
    if options["discard"]:
        return f"discard {options['discard']['cards'][0]}"
    return "done" if options["may_be_done"] else None


async def play(url: str, room: str | None = None) -> Any:
    """Play one game and return its last update."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        key = (await http.post("/api/people")).json()["key"]
        headers = {"authorization": f"Bearer {key}"}

        async def post(path: str, **body: Any) -> Any:
            body["command"] = secrets.token_hex(8)  # makes a retry of the command safe
            return (await http.post(path, json=body, headers=headers)).json()

        me = {"name": f"Guest {key[:4]}", "nonce": secrets.token_hex(16)}
        if room is None:
            seats = [{}, {"bot": "greedy"}, {"bot": "solid"}]
            room = (await post("/api/rooms", **me, seats=seats, start=True))["room"]
        commands = f"/api/rooms/{room}/commands"
        await post(commands, type="join", **me)  # refused if this person has a seat already
        push = f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/push?after=0"
        async with websockets.connect(push, additional_headers=headers) as socket:
            async for message in socket:
                update = json.loads(message)
                table, options = update.get("room", {"status": None}), update.get("options")
                if table["status"] in ("finished", "aborted"):
                    return update
                if table["status"] == "waiting" and table["host"] == table["seat"]:
                    await post(commands, type="start")  # refused until all seats are taken
                elif options and (move := choose(options)):
                    await post(commands, type="play", move=move, decision=options["decision"])
    raise ConnectionError("closed: connect again, with the seq of the last update as after")


if __name__ == "__main__":
    print(*(asyncio.run(play(*sys.argv[1:]))["view"]["standings"] if sys.argv[1:] else [__doc__]))

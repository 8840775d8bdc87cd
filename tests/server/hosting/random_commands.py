"""Random commands of random people, some of which are refused."""

from random import Random

from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import BotId, Status

PEOPLE = ("Anna", "Ben", "Cleo", "Dora")


async def random_step(harness, room: str, dice: Random) -> None:
    """Play a random legal move of a person, mostly of the one on turn, if anybody may move."""
    current = await harness.room(room)
    if current.status is not Status.RUNNING:
        return
    moves = [
        (seat, str(move))
        for seat, move in current.game.legal()
        if current.seats[seat].person and not current.seats[seat].has_left
    ]
    on_turn = [each for each in moves if each[0] == current.game.turn]
    if moves:
        seat, move = dice.choice(on_turn if on_turn and dice.random() < 0.9 else moves)
        await harness.play(current.seats[seat].name, room, move)


async def random_command(harness, room: str, dice: Random) -> bool:
    """Send a random command of a random person; returns whether it was accepted."""
    person, seat = dice.choice(PEOPLE), dice.randrange(6)
    current = await harness.room(room)
    if current.status is Status.RUNNING:
        choices = ["step"] * 30 + ["leave", "abort", "undo", "undo", "come_back", "nonsense"]
        choices += ["call_bot", "call_bot", "ask_seat"]
    else:
        choices = ["join", "join", "leave", "remove", "set_seat", "hand_over", "setup", "start"]
        choices += ["seat_count"]
    try:
        match dice.choice(choices):
            case "step":
                await random_step(harness, room, dice)
            case "join":
                await harness.join(person, room, seat=dice.choice([None, None, seat]))
            case "leave":
                if dice.random() < 0.2:
                    await harness.leave(person, room)
            case "remove":
                if dice.random() < 0.2:
                    await harness.remove(person, room, seat)
            case "hand_over":
                await harness.hand_over(person, room, seat)
            case "set_seat":
                bot = dice.choice([None, BotId.SOLID, BotId.GREEDY])
                await harness.set_seat(person, room, seat, bot)
            case "setup":
                await harness.change_setup(person, room, clock=current.setup.clock, pace="quick")
            case "start":
                await harness.start(person, room)
            case "abort":
                if dice.random() < 0.2:
                    await harness.abort(person, room)
            case "undo":
                await harness.undo(person, room)
            case "call_bot":
                await harness.call_bot(person, room, seat)
            case "ask_seat":
                await harness.ask_seat(person, room, is_wanted=dice.random() < 0.7)
            case "seat_count":
                await harness.set_seat_count(person, room, dice.randint(3, 6))
            case "come_back":
                await harness.come_back(person, room)
            case _:
                await harness.play(person, room, "give C1")
    except RequestRefused:
        return False
    return True

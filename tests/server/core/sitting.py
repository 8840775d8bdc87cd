"""People who do anything at random, allowed or not."""

from random import Random

from byzanz.wire.problems import Refusal
from byzanz.wire.room import BotWord, Status

PEOPLE = ("Anna", "Ben", "Cleo", "Dora")


async def random_step(house, room: str, dice: Random) -> None:
    """A legal move of somebody, mostly of whoever is on turn; nothing while a bot is."""
    folded = await house.room(room)
    if folded.status is not Status.RUNNING:
        return
    moves = [
        (seat, str(move))
        for seat, move in folded.game.legal()
        if folded.seats[seat].person and not folded.seats[seat].has_left
    ]
    own = [each for each in moves if each[0] == folded.game.turn]
    if moves:
        seat, move = dice.choice(own if own and dice.random() < 0.9 else moves)
        await house.play(folded.seats[seat].name, room, move)


async def random_command(house, room: str, dice: Random) -> bool:
    """Anything of anybody; whether it was done."""
    person, seat = dice.choice(PEOPLE), dice.randrange(6)
    folded = await house.room(room)
    if folded.status is Status.RUNNING:
        kinds = ["step"] * 30 + ["leave", "abort", "undo", "undo", "come_back", "nonsense"]
        kinds += ["call_bot", "call_bot", "ask_seat"]
    else:
        kinds = ["join", "join", "leave", "remove", "set_seat", "hand_over", "setup", "start"]
        kinds += ["seat_count"]
    try:
        match dice.choice(kinds):
            case "step":
                await random_step(house, room, dice)
            case "join":
                await house.join(person, room, seat=dice.choice([None, None, seat]))
            case "leave":
                if dice.random() < 0.2:
                    await house.leave(person, room)
            case "remove":
                if dice.random() < 0.2:
                    await house.remove(person, room, seat)
            case "hand_over":
                await house.hand_over(person, room, seat)
            case "set_seat":
                bot = dice.choice([None, BotWord.SOLID, BotWord.GREEDY])
                await house.set_seat(person, room, seat, bot)
            case "setup":
                await house.change_setup(person, room, clock=folded.setup.clock, pace="quick")
            case "start":
                await house.start(person, room)
            case "abort":
                if dice.random() < 0.2:
                    await house.abort(person, room)
            case "undo":
                await house.undo(person, room)
            case "call_bot":
                await house.call_bot(person, room, seat)
            case "ask_seat":
                await house.ask_seat(person, room, is_wanted=dice.random() < 0.7)
            case "seat_count":
                await house.set_seat_count(person, room, dice.randint(3, 6))
            case "come_back":
                await house.come_back(person, room)
            case _:
                await house.play(person, room, "give C1")
    except Refusal:
        return False
    return True

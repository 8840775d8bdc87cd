"""A bot's advice in English: the best moves of a decision, with reasons."""

from collections.abc import Iterable
from typing import assert_never

from byzanz.bots.explanation import Candidate, Explanation, MoveReason, ReasonCode
from byzanz.cards import Stall, parse_card
from byzanz.cli.play.move_menu import move_phrase
from byzanz.cli.render.phrases import STALL_NAMES, Phrase, counted
from byzanz.cli.render.position_drawing import ORDINALS

MOST_CANDIDATES = 3


def advice_phrases(explanation: Explanation) -> Iterable[Phrase]:
    """Yield the best moves with their chances, and the reasons for (+) and against (-) each."""
    for candidate in explanation.candidates[:MOST_CANDIDATES]:
        yield (*move_phrase(candidate.move), f": {_prospects(candidate)}")
        for reason in candidate.reasons:
            mark = "-" if reason.is_against else "+"
            yield (f"   {mark} ", *reason_phrase(reason))


def _prospects(candidate: Candidate) -> str:
    share = f"{100 * candidate.win_share:.0f} % to win"
    return f"{share}, {candidate.profit:.1f} profit expected at the end"


def reason_phrase(reason: MoveReason) -> Phrase:
    """Describe one reason for or against a move."""
    facts = reason.facts
    match reason.code:
        case ReasonCode.COMPLETES:
            return (f"completes a set of {_stall(reason)}; you keep ", *_kept(reason))
        case ReasonCode.PAYS_LOOSE:
            count = _count(reason)
            verb = "belongs" if count == 1 else "belong"
            return (f"lays {counted(count, 'card')} that {verb} to no pair or set",)
        case ReasonCode.PAYS_PAIR:
            part = "a pair" if _count(reason) == 2 else "one card of a pair"
            return (f"lays {part} of {_stall(reason)}",)
        case ReasonCode.PAYS_SET:
            return (f"lays cards of a set of {_stall(reason)}",)
        case ReasonCode.GAINS_MERCHANTS:
            return (f"brings {counted(_count(reason), 'merchant')}",)
        case ReasonCode.PICKS_AT:
            return (f"takes {_rank(reason)} at the market",)
        case ReasonCode.KEEPS:
            return ("keeps ", parse_card(str(facts["card"])), " for a set")
        case ReasonCode.LOTS_TO_COME:
            return (f"{counted(_count(reason), 'lot')} still to come in this round",)
        case ReasonCode.WAITS_FOR_PICK:
            return (f"with a later lot, takes {_rank(reason)} or earlier at the market",)
        case ReasonCode.LEAVES_MERCHANTS:
            return (f"leaves {counted(_count(reason), 'merchant')} to the highest bidder",)
        case ReasonCode.MAY_GET_LOT_FREE:
            return (f"gets offer {facts['offer']} for free if all pass",)
        case ReasonCode.OVER_LIMIT:
            return (f"leads to {counted(_count(reason), 'card')} over the hand limit",)
        case ReasonCode.LOSES_LOOSE:
            card = parse_card(str(facts["card"]))
            return ("parts with ", card, ", which belongs to no pair or set")
        case ReasonCode.LOSES_MERCHANT:
            return ("parts with a merchant",)
        case ReasonCode.BREAKS_PAIR:
            return (f"breaks a pair of {_stall(reason)}",)
        case ReasonCode.BREAKS_SET:
            return (f"breaks a set of {_stall(reason)}",)
        case ReasonCode.SELLS:
            return (f"sells {_stall(reason)} and keeps ", *_kept(reason))
        case ReasonCode.SPENDS_MERCHANTS:
            return (f"spends {counted(_count(reason), 'merchant')}",)
        case ReasonCode.ENDS_SALES:
            return ("ends your sales; cards in hand count only in a tie",)
        case _:
            assert_never(reason.code)


def _stall(reason: MoveReason) -> str:
    return STALL_NAMES[Stall(str(reason.facts["stall"]))]


def _kept(reason: MoveReason) -> Phrase:
    return (parse_card(str(reason.facts["kept"])), f" (+{reason.facts['profit']})")


def _count(reason: MoveReason) -> int:
    return int(reason.facts["count"])


def _rank(reason: MoveReason) -> str:
    return ORDINALS[int(reason.facts["place"]) - 1]

"""Read a record and print the price of each lot: python examples/read_record.py game.byz"""

import sys
from pathlib import Path

from byzanz.game.events import AuctionWon, LotGranted
from byzanz.game.record import BadRecord, load_game


def main(path: Path) -> int:
    """Print the price of every lot; return 1 if the file is not a valid record."""
    try:
        game = load_game(path.read_bytes())
    except BadRecord as error:
        print(f"{path}:{error.line}: {error.reason}", file=sys.stderr)
        return 1
    for event in game.events:
        match event:
            case AuctionWon(seat, offer, paid, bid_value):
                print(f"{game.names[seat]} paid {bid_value} for a lot of {offer}: {' '.join(paid)}")
            case LotGranted(seat, offer):
                print(f"{game.names[seat]} got a lot of {offer} for free")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

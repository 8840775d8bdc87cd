"""The numbers of the game.

The tables are indexed by the number of players; entries 0 to 2 are never read.
"""

SEATS = 6  # the most players
FIRST_HAND = 4  # cards dealt to each seat
HAND_LIMIT = 7  # cards
MOST_BID_VALUE = 4 * HAND_LIMIT  # a full hand of cards of value 4
MERCHANT_PROFIT = 5

OFFERS = (
    (0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0),
    (6, 4, 2, 0, 0, 0),
    (5, 4, 3, 2, 0, 0),
    (5, 4, 3, 2, 1, 0),
    (6, 5, 4, 3, 2, 1),
)
"""R2.3: the offer cards in the order of their auctions."""

PUT_BACK = (0, 0, 0, 4, 12, 2, 4)
"""R2.2: the number of cards put back unseen."""

ROUNDS = (0, 0, 0, 8, 6, 6, 4)
"""R2.3: the number of rounds until the draw pile is empty."""

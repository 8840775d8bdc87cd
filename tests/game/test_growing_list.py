"""A list whose copies share their beginning and nothing else."""

import pytest

from byzanz.game.growing_list import GrowingList


def test_it_is_a_sequence():
    items = GrowingList([1, 2])
    items.append(3)
    items.extend([4, 5])
    assert items == [1, 2, 3, 4, 5]
    assert (len(items), items[0], items[-1], list(items)) == (5, 1, 5, [1, 2, 3, 4, 5])
    assert (items[1:3], items[-2:], items[3:9], items[:]) == ([2, 3], [4, 5], [4, 5], items)
    assert repr(items) == "[1, 2, 3, 4, 5]"
    assert items != (1, 2, 3, 4, 5)


def test_copies_grow_apart():
    first = GrowingList("ab")
    second, third = first.copy(), first.copy()
    second.append("c")
    third.extend("de")
    first.append("f")
    assert ("".join(first), "".join(second), "".join(third)) == ("abf", "abc", "abde")


def test_a_copy_does_not_see_what_came_later():
    early = GrowingList([1])
    late = early.copy()
    late.extend([2, 3])
    assert (len(early), early[:], early[-1], list(early)) == (1, [1], 1, [1])
    with pytest.raises(IndexError):
        early[1]
    with pytest.raises(TypeError):
        hash(early)


def test_a_copy_shares_its_items():
    """Copying takes the same time however long the list is."""
    items = GrowingList(range(1000))
    copy = items.copy()
    copy.append(1000)
    assert copy._items is items._items

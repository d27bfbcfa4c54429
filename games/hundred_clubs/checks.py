"""What is true of every state? For tests; nothing in play calls this."""

from __future__ import annotations

from games.hundred_clubs.constants import PHASES, UNOWNED, UNSEEN
from games.hundred_clubs.sight import facts, water
from games.hundred_clubs.state import ALLIED, AT_WAR, NEUTRAL, UNDISCOVERED, State


def invariants(state: State) -> None:
    """Raises AssertionError if the position cannot be."""
    known = facts(state)
    board, seats = state.board, range(state.seats)
    assert state.phase in PHASES
    assert len(state.owner) == board.cells
    assert set(state.owner) <= set(b".01234567"[: state.seats + 1])
    assert (state.result is not None) == (state.phase == "over")
    assert (state.round == 0) == (state.phase in ("auction", "birthplaces")) or state.phase == "over"
    assert state.phase == "over" or len(state.living()) >= 2
    owned = sum(known.own)
    assert owned.bit_count() == sum(known.area), "a cell has two owners"
    assert not state.cut & ~owned, "unowned land is cut off"
    if state.round > 1:
        assert not owned & water(state), "somebody owns water"
    for seat in seats:
        assert state.saving[seat] >= 0
        assert known.income[seat] <= state.peak[seat]
        capital = state.capital[seat]
        # The land under a capital may be nobody's only since its owner, an ally, has resigned.
        stands = capital is None or known.access[seat] >> capital & 1 or state.owner[capital] == ord(UNOWNED)
        assert stands, "a capital stands where its club has no access"
        assert state.relation[seat][seat] == ALLIED
        if state.out[seat] is not None:
            _check_out(state, seat)
        elif state.round > 0:
            assert known.own[seat] or capital is not None, "a club without land and capital lives"
        _check_memory(state, seat)
        for other in seats:
            _check_pair(state, seat, other)


def _check_out(state: State, seat: int) -> None:
    known = facts(state)
    assert (known.area[seat], known.income[seat], state.saving[seat], state.capital[seat]) == (0, 0, 0, None)
    assert all(state.relation[seat][other] == UNDISCOVERED for other in range(state.seats) if other != seat)
    assert not any(state.justify[seat]) and not any(state.truce[seat])


def _check_pair(state: State, seat: int, other: int) -> None:
    relation = state.relation[seat][other]
    assert relation == state.relation[other][seat]
    assert state.truce[seat][other] == state.truce[other][seat]
    assert not state.truce[seat][other] or relation == NEUTRAL, "a truce of clubs that are not neutral"
    assert not state.justify[seat][other] or relation in (NEUTRAL, ALLIED)
    assert 0 <= state.justify[seat][other] < state.settings.justify_rounds
    assert relation != AT_WAR or seat != other


def _check_memory(state: State, seat: int) -> None:
    remembered = sum(1 << cell for cell, letter in enumerate(state.memory[seat]) if letter != ord(UNSEEN))
    assert not remembered & facts(state).sight[seat], "a cell in sight is also remembered"
    for letter, round_ in zip(state.memory[seat], state.memory_rounds[seat], strict=True):
        assert letter != ord(UNSEEN) or round_ == 0

"""Ways on a graph, against plain enumeration."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.catch_22.graph import Graph, Revisit, Walk, bits, ends, first_fault, squares, ways, ways_by


def every_way(walk, start, steps):
    """All ways by trying every sequence of neighbours, judged one rule after the other."""
    found = [(start,)]
    for step in range(steps):
        longer = []
        for way in found:
            for beside in walk.graph.neighbours[way[-1]]:
                closed = walk.closed >> beside & 1
                through = step and walk.ends_only >> way[-1] & 1
                again = walk.revisit is Revisit.NEVER and beside in way
                back = walk.revisit is not Revisit.FREE and len(way) > 1 and beside == way[-2]
                if not (closed or through or again or back):
                    longer.append((*way, beside))
        found = longer
    return [way[1:] for way in found]


@st.composite
def walks(draw):
    count = draw(st.integers(2, 9))
    pairs = [(one, other) for one, other in product(range(count), repeat=2) if one < other]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=14))
    everything = (1 << count) - 1
    walk = Walk(
        Graph.of(count, edges),
        draw(st.integers(0, everything)) & draw(st.integers(0, everything)),
        draw(st.integers(0, everything)) & draw(st.integers(0, everything)),
        draw(st.sampled_from(Revisit)),
    )
    return walk, draw(st.integers(0, count - 1)), draw(st.integers(1, 6)), draw(st.integers(0, everything))


@settings(max_examples=300, deadline=None)
@given(walks())
def test_ends_ways_and_faults_agree_with_trying_everything(case):
    walk, start, steps, marks = case
    named = every_way(walk, start, steps)
    assert ends(walk, start, steps) == bits(way[-1] for way in named)
    for goal in range(len(walk.graph.neighbours)):
        leading = [way for way in named if way[-1] == goal]
        assert sorted(ways(walk, start, steps, goal)) == sorted(leading)
        entered = set()
        for way in leading:
            first = next(((step, one) for step, one in enumerate(way, 1) if marks >> one & 1), None)
            if first:
                entered.add(first)
        assert list(ways_by(walk, start, steps, goal, marks)) == sorted(entered)
    for way in named:
        assert first_fault(walk, start, way) is None


@settings(max_examples=200, deadline=None)
@given(walks(), st.lists(st.integers(0, 8), min_size=1, max_size=6))
def test_a_way_without_fault_is_one_of_all_ways(case, way):
    walk, start, _, _ = case
    way = tuple(one % len(walk.graph.neighbours) for one in way)
    fault = first_fault(walk, start, way)
    assert (fault is None) == (way in every_way(walk, start, len(way)))
    if fault is not None:
        step, why = fault
        assert why in ("apart", "closed", "again", "through")
        assert why == "through" or way[:step] in every_way(walk, start, step)


def test_regions_and_sets():
    graph = Graph.of(6, [(0, 1), (1, 2), (3, 4)])
    assert graph.region(1) == bits([0, 1, 2])
    assert graph.region(5) == bits([5])
    assert list(squares(bits([4, 0, 2]))) == [0, 2, 4]
    assert graph.neighbours[1] == (0, 2)


def test_crowded_boards_are_searched_in_reasonable_time():
    """Everything joined to everything: trying every way would take some 10^13 steps."""
    count = 200
    full = Graph.of(count, [(one, other) for one in range(count) for other in range(one)])
    everywhere = (1 << count) - 1
    assert ends(Walk(full, closed=1 << 5), 0, 6) == everywhere & ~1 & ~(1 << 5)
    assert next(ways_by(Walk(full), 0, 6, 9, bits([7, 8]))) == (1, 7)

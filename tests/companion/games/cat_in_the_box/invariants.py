"""What holds in every position of Cat in the Box, worked out from its facts."""

from companion.games.cat_in_the_box import GAME

COLOURS = ("red", "blue", "yellow", "green")


def check(state, before):
    facts, players = GAME.facts(state), len(state.table.players)
    previous = None if before is None else GAME.facts(before)
    owners = [owner for row in facts["board"].values() for owner in row if owner is not None]
    tokens = [owners.count(seat) for seat in range(players)]
    done = sum(facts["tricks"])
    assert sum(tokens) == done * players + len(facts["trick"])
    assert done <= (7 if players == 5 else 8)
    for number in range(len(facts["board"]["red"])):
        assert sum(facts["board"][colour][number] is not None for colour in COLOURS) <= 4
    assert all(facts["x"])
    assert facts["red_broken"] == any(owner is not None for owner in facts["board"]["red"])
    assert facts["totals"] == [sum(scores) for scores in zip(*(r["scores"] for r in facts["rounds"]), strict=True)] or (
        not facts["rounds"] and not any(facts["totals"])
    )
    for entry in facts["rounds"]:
        if entry["paradox"] is not None:
            assert entry["scores"][entry["paradox"]] <= 0
    if previous and previous["round"] == facts["round"] and facts["phase"] == "play":
        for then, now in zip(previous["x"], facts["x"], strict=True):
            gone = set(then) - set(now)
            assert set(now) <= set(then)
            led = previous["trick"][0]["colour"] if previous["trick"] else None
            assert gone <= {led}

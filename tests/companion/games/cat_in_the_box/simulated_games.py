"""Positions of Cat in the Box that several tests begin from, as facts for three players."""

PLAYING = {"phase": "play", "predictions": [4, 1, 3]}

# A fourth trick to be led, red not broken yet: who leads red claims to have nothing else.
FULL = {
    "phase": "play",
    "predictions": [4, 1, 3],
    "tricks": [3, 0, 0],
    "board": {
        "red": [None] * 6,
        "blue": [1, 2, None, None, None, 0],
        "yellow": [1, 2, None, None, None, 0],
        "green": [1, 2, None, None, None, 0],
    },
}

# The last trick of a round: seat 2 has led the yellow 6, and what seat 0 plays may leave seat 1 nothing.
CB_13 = {
    "phase": "play",
    "predictions": [1, 3, 4],
    "tricks": [2, 2, 3],
    "leader": 2,
    "trick": [{"seat": 2, "number": 6, "colour": "yellow"}],
    "x": [["green"], ["yellow"], ["red", "blue", "yellow"]],
    "board": {
        "red": [2, 0, 1, 2, 2, 0],
        "blue": [0, 2, 1, 1, 2, 2],
        "yellow": [2, 1, None, 1, 1, 2],
        "green": [0, 0, 1, None, 0, 0],
    },
}

# The same trick in the second round, with the first on the score sheet.
LAST = {
    **CB_13,
    "round": 2,
    "rounds": [{"scores": [6, 3, 3], "tricks": [4, 1, 3], "bonus": [2, 2, 0], "paradox": None}],
}

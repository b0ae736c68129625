"""Metrics of a dump of bench/readings.py on its labels, by set, as ../shared/tools/score-dice has them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from reading_sets import SAME_COLOUR

EARLY = 3
"""Frames by which a rest may be reported before its label begins, or after it ends."""


def print_figures(old: dict[tuple[str, str], Any], new: dict[tuple[str, str], Any]) -> None:
    """Print the metrics of two dumps, {(set, file): line}, side by side for each set."""
    names = dict.fromkeys(key[0] for key in [*old, *new])
    for name in names:
        sides = [_figures([line for key, line in side.items() if key[0] == name]) for side in (old, new)]
        print(f"{name}:")
        for figure in dict.fromkeys([*sides[0], *sides[1]]):
            print(f"  {figure:22} {sides[0].get(figure, '-'):>8} {sides[1].get(figure, '-'):>8}")


def _figures(lines: list[dict[str, Any]]) -> dict[str, str]:
    pictures = [line for line in lines if "events" not in line]
    films = [line for line in lines if "events" in line]
    return (_of_pictures(pictures) if pictures else {}) | (_of_clips(films) if films else {})


def _flat(reading: dict[str, Any]) -> list[int]:
    return sorted(die["value"] for die in reading["dice"] if not die["cocked"])


def _of_pictures(lines: list[dict[str, Any]]) -> dict[str, str]:
    lines = [line for line in lines if line.get("label")]
    level = [line for line in lines if line["label"]["special"] == ""]
    leaning = [line for line in lines if line["label"]["special"] == "cocked"]
    exact = [line for line in level if _flat(line) == line["label"]["values"]]
    wrong = [line for line in lines if line["sure"] and line["label"]["special"] != "cocked"]
    marked = [line for line in leaning if any(die["cocked"] for die in line["dice"])]
    unseen = [line for line in leaning if line["sure"] and line not in marked]
    coloured = [line for line in exact if line["label"]["colours"]]
    dice = sum(len(line["label"]["values"]) for line in coloured)
    right = sum(_colours_right(line) for line in coloured)
    return {
        "pictures": str(len(lines)),
        "exact": f"{len(exact)}/{len(level)}",
        "exact, %": _percent(len(exact), len(level)),
        "sure, %": _percent(sum(line["sure"] for line in lines), len(lines)),
        "silently wrong": str(sum(_flat(line) != line["label"]["values"] for line in wrong) + len(unseen)),
        "leaning caught": f"{len(leaning) - len(unseen)}/{len(leaning)}",
        "colours right, %": _percent(right, dice),
    }


def _colours_right(line: dict[str, Any]) -> int:
    seen = Counter((SAME_COLOUR.get(d["colour"], d["colour"]), d["value"]) for d in line["dice"] if not d["cocked"])
    return (seen & Counter((colour, value) for colour, value in line["label"]["colours"])).total()


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"


def _of_clips(lines: list[dict[str, Any]]) -> dict[str, str]:
    counts: Counter[str] = Counter()
    for line in lines:
        read = [event for event in line["events"] if event["event"] in {"rest", "disturbed"}]
        within: list[int] = []
        for rest in line["rests"]:
            counts["rests"] += 1
            here = [i for i, e in enumerate(read) if rest["first"] - EARLY <= e["frame"] <= rest["last"] + EARLY]
            here = [i for i in here if i not in within]
            within += here
            counts[_result_of(rest, [read[i] for i in here])] += 1
        others = (event for i, event in enumerate(read) if i not in within)
        counts["errors"] += sum(event["event"] == "error" for event in line["events"])
        counts["phantom"] += sum(e["sure"] and bool(e["dice"]) and not e.get("again") for e in others)
    kinds = ("rests", "right", "asked", "missed", "silently wrong", "leaning caught", "phantom", "errors")
    return {"clips": str(len(lines))} | {kind: str(counts[kind]) for kind in kinds}


def _result_of(rest: dict[str, Any], events: list[dict[str, Any]]) -> str:
    sure = [event for event in events if event["sure"]]
    if rest["cocked"]:
        unmarked = any(not any(die["cocked"] for die in event["dice"]) for event in sure)
        return "silently wrong" if unmarked else "leaning caught"
    if not sure:
        return "asked" if events else "missed"
    right = rest["partly"] or all(_flat(event) == rest["values"] for event in sure)
    return "right" if right else "silently wrong"

"""Check the size and worst stack depth of a firmware against limits; the Makefile runs this and fails if it fails.

RAM is .data + .bss + .noinit + the deepest chain of calls from main + the deepest interrupt (they do not nest). Frame
sizes come from gcc's -fstack-usage, calls from the disassembly. Recursion and calls through pointers are refused: their
depth is unknown.
"""

# ruff: noqa: INP001, S603, S607, T201 - a program of the Makefile: it runs the toolchain and prints figures

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

RETURN_ADDRESS = 2
CALL = re.compile(r"\t(?:r?call|r?jmp)\t.*<([\w.]+)>")
BRANCH = re.compile(r"\t(?:r?jmp)\t.*<([\w.]+)\+0x")
FUNCTION = re.compile(r"^[0-9a-f]+ <([\w.]+)>:")
LIBRARY = {"__prologue_saves__": 0, "__epilogue_restores__": 0}


def sections(elf: str) -> dict[str, int]:
    """Return bytes per section."""
    lines = subprocess.run(["avr-size", "-A", elf], check=True, capture_output=True, text=True).stdout.splitlines()
    return {fields[0]: int(fields[1]) for line in lines if len(fields := line.split()) == 3 and fields[1].isdigit()}


def frames(folder: str) -> dict[str, int]:
    """Return bytes of stack per function, from the .su files; the largest if a static name occurs twice."""
    found: dict[str, int] = {}
    for path in Path(folder).glob("*.su"):
        for line in path.read_text().splitlines():
            place, size, kind = line.split("\t")
            if not kind.startswith("static"):
                sys.exit(f"{place}: a stack frame of unknown size")
            name = place.rsplit(":", 1)[1]
            found[name] = max(found.get(name, 0), int(size))
    return found


def calls(elf: str) -> dict[str, tuple[set[str], int]]:
    """Return per function whom it calls and the bytes it pushes (library functions have no .su)."""
    text = subprocess.run(["avr-objdump", "-d", elf], check=True, capture_output=True, text=True).stdout
    graph: dict[str, tuple[set[str], int]] = {}
    name, callees, pushes = "", set[str](), 0
    for line in text.splitlines():
        head = FUNCTION.match(line)
        if head:
            name, callees, pushes = head[1], set(), 0
            graph[name] = (callees, pushes)
            continue
        if "\tpush\t" in line:
            pushes += 1
            graph[name] = (callees, pushes)
        if re.search(r"\t(e?icall|eijmp|ijmp)", line) and name not in LIBRARY:
            callees.add("*")
        if (call := CALL.search(line)) and call[1] != name and not BRANCH.search(line):
            callees.add(call[1])
    return graph


def depth(name: str, graph: dict[str, tuple[set[str], int]], frame: dict[str, int], above: tuple[str, ...] = ()) -> int:
    """Return the bytes of stack a call of this function may need, with its return address."""
    if name in above:
        sys.exit(f"recursion: {' -> '.join((*above, name))}")
    callees, pushes = graph.get(name, (set(), 0))
    if "*" in callees:
        sys.exit(f"{name} calls through a pointer")
    own = frame.get(name, LIBRARY.get(name, pushes)) + RETURN_ADDRESS
    return own + max((depth(callee, graph, frame, (*above, name)) for callee in callees), default=0)


def check(elf: str, folder: str, flash_limit: int, ram_limit: int) -> bool:
    """Print the figures and return whether they are within the limits."""
    size, graph, frame = sections(elf), calls(elf), frames(folder)
    flash = size.get(".text", 0) + size.get(".data", 0)
    fixed = size.get(".data", 0) + size.get(".bss", 0) + size.get(".noinit", 0)
    main = depth("main", graph, frame)
    interrupt = max((depth(name, graph, frame) for name in graph if name.startswith("__vector_")), default=0)
    ram = fixed + main + interrupt
    print(
        f"{Path(elf).name}: flash {flash} of {flash_limit} bytes, RAM {ram} of {ram_limit} "
        f"({fixed} fixed, stack {main} in main + {interrupt} in an interrupt)"
    )
    return flash <= flash_limit and ram <= ram_limit


def main() -> None:
    """Check what the arguments name: flash limit, RAM limit, then pairs of an .elf and the folder of its .su files."""
    flash_limit, ram_limit = int(sys.argv[1]), int(sys.argv[2])
    pairs = zip(sys.argv[3::2], sys.argv[4::2], strict=True)
    results = [check(elf, folder, flash_limit, ram_limit) for elf, folder in pairs]
    if not all(results):
        sys.exit("the firmware is over its limits")


if __name__ == "__main__":
    main()

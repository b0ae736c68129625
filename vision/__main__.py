"""`python -m vision`: read pictures, watch a camera, record one, explain and measure a reading."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import cv2
import numpy as np
import typer

from calibration.io.image_sets import fail, hush, picture_in
from catseye.image_files import NotAPicture, decode_file
from catseye.options import a_number
from catseye.standard_output import run
from vision.evaluation.metrics import labelled, score
from vision.evaluation.visualise import drawn_stages, save
from vision.frames import SourceLost
from vision.imaging.outline import Outline
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import MissingModelsError, Networks
from vision.pipeline.reader import NOTHING_KNOWN
from vision.pipeline.tray_reader import open_reader, open_watcher
from vision.reading import Reading, Reason, ReasonKind
from vision.sources import SOURCE_KINDS, open_source
from vision.sources.recorder import film, unfit
from vision.tracking.watcher import Disturbed, Lost, Motion, Rest, Seen, Unsettled
from vision.tray.tray import Tray
from vision.trust.asked import AskedDice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.pipeline.tray_reader import TrayReader
    from vision.reading import DieReading

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)
_Loaded = TypeVar("_Loaded")
TIMED_FRAMES = 1000
"""Number of last frames whose times `watch` reports at its end: half a minute."""
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
OutlineOption = Annotated[
    str | None, typer.Option("--outline", help="The edge of the tray's floor: X0,Y0,X1,Y1,... px.")
]
EmptyOption = Annotated[Path | None, typer.Option("--empty", help="A picture of the tray without dice.")]
AskedOption = Annotated[int | None, typer.Option("--asked", min=0, help="How many dice are thrown; 0: unknown.")]
Source = Annotated[str, typer.Argument(help=f"A camera: {SOURCE_KINDS}.")]


@app.command()
def read(
    images: Annotated[list[Path], typer.Argument(help="Pictures.")],
    *,
    outline: OutlineOption = None,
    empty: EmptyOption = None,
    asked: AskedOption = None,
    as_json: AsJson = False,
) -> None:
    """Read the dice in pictures, one line each. A picture that cannot be opened gets an error line; the others still
    come.
    """
    known = _known(outline, empty, asked)
    reader = _loaded(open_reader)
    failed = False
    for path in images:
        try:
            reading = _read_file(reader, path, known)
        except NotAPicture as wrong:
            failed = True
            _say({"file": str(path), "error": str(wrong), "dice": [], "sure": False}, as_json=as_json)
            continue
        _say({"file": str(path), **_reading(reading), "ms": reading.ms}, as_json=as_json)
    if failed and not as_json:
        raise typer.Exit(1)


def _known(outline: str | None, empty: Path | None, asked: int | None) -> ReadContext:
    """Return the tray by the options, or end the program if they are wrong."""
    edge = None if outline is None else _loaded(lambda: Outline.parse(outline))
    dice = AskedDice(("",) * asked, alone=True) if asked else None
    background = None if empty is None else picture_in(empty)
    return ReadContext(background=background, asked=dice, outline=edge, confirmed=empty is not None)


def _read_file(reader: TrayReader, path: Path, known: ReadContext = NOTHING_KNOWN) -> Reading:
    """Return the reading of a picture's file. Raises NotAPicture."""
    image, damaged = decode_file(path)
    reading = reader.read(image, known)
    return reading.vetoed(Reason(ReasonKind.DAMAGED)) if damaged else reading


@app.command()
def watch(
    source: Source,
    *,
    outline: OutlineOption = None,
    empty: EmptyOption = None,
    asked: AskedOption = None,
    as_json: AsJson = False,
) -> None:
    """Say what happens in front of a camera until it ends or Ctrl-C."""
    known = _known(outline, empty, asked)
    camera = _loaded(lambda: open_source(source))
    watcher = _loaded(lambda: open_watcher(tray=Tray(outline=known.outline, empty=known.background)))
    watcher.expect(known.asked)
    frames, gone = 0, False
    times: deque[float] = deque(maxlen=TIMED_FRAMES)
    try:
        while not camera.ended:
            try:
                frame = camera.read(1.0)
            except SourceLost as lost:
                gone = True
                for seen in watcher.lost(lost.why):
                    _say(_event(seen, frames), as_json=as_json)
                break
            if frame is None:
                continue
            began = time.perf_counter()
            happened = watcher.feed(frame)
            times.append((time.perf_counter() - began) * 1000)
            frames = frame.number + 1
            for seen in happened:
                _say(_event(seen, frame.number), as_json=as_json)
    except KeyboardInterrupt:
        pass
    finally:
        camera.close()
    p50, p95 = (round(float(np.percentile(times, p)), 2) for p in (50, 95)) if times else (0.0, 0.0)
    _say({"event": "end", "frames": frames, "ms_per_frame": {"p50": p50, "p95": p95}}, as_json=as_json)
    if gone and not frames:
        raise typer.Exit(1)


@app.command()
def record(
    source: Source,
    file: Annotated[Path, typer.Argument(help="A new .avi (Motion JPEG, best for replaying) or .mp4.")],
    *,
    seconds: Annotated[
        float, typer.Option(min=0, callback=a_number, help="Stop after this long; 0 goes on until Ctrl-C.")
    ] = 0.0,
) -> None:
    """Write what a camera sees to a video file that `clip:FILE` plays again."""
    if (wrong := unfit(file)) is not None:
        fail(f"{file}: {wrong}")
    with _new(file):
        try:
            recorded = film(_loaded(lambda: open_source(source)), file, seconds)
        except OSError as error:
            fail(f"{file}: {error}")
    for each in recorded.remarks:
        print(each, file=sys.stderr)
    print(f"{recorded.frames} frames in {file}" if file.exists() else "0 frames: there is no file")
    if not recorded.whole:
        raise typer.Exit(1)


@contextmanager
def _new(file: Path) -> Iterator[None]:
    """Create a new file; fail if it exists, and remove it afterwards if nothing was written."""
    try:
        file.open("xb").close()
    except FileExistsError:
        fail(f"{file} already exists and is not overwritten")
    except OSError as wrong:
        fail(f"{file}: cannot be written ({wrong.strerror or wrong})")
    try:
        yield
    finally:
        with suppress(OSError):
            if not file.stat().st_size:
                file.unlink()


@app.command()
def explain(
    image: Annotated[Path, typer.Argument(help="A picture.")],
    out: Annotated[Path, typer.Argument(help="The drawing to write, a .png.")],
    *,
    outline: OutlineOption = None,
    empty: EmptyOption = None,
    asked: AskedOption = None,
) -> None:
    """Draw how a picture was read, stage by stage, and print what was known of the tray."""
    known = _known(outline, empty, asked)
    picture = picture_in(image)
    if out.exists() and out.samefile(image):
        fail(f"{out} is the picture itself and stays as it is")
    drawn = drawn_stages(picture, _loaded(Networks), known)
    try:
        save(drawn, out)
    except ValueError as wrong:
        fail(f"{out}: cannot be written, {wrong}")
    except OSError as wrong:
        fail(f"{out}: cannot be written ({wrong.strerror or wrong})")
    for fact in Tray(outline=known.outline, empty=known.background).facts():
        print(fact.sentence(0.0))
    print(f"{out}: {drawn.shape[1]}x{drawn.shape[0]}")


@app.command()
def bench(
    folder: Annotated[Path, typer.Argument(help="Pictures, with index.csv or labels.jsonl if there is one.")],
) -> None:
    """Read every picture of a folder on one core and print how well and how fast."""
    cv2.setNumThreads(1)
    reader = _loaded(open_reader)
    answers = []
    for label in _loaded(lambda: list(labelled(folder))):
        try:
            reading = _read_file(reader, label.path)
        except NotAPicture:
            reading = Reading(reasons=(Reason(ReasonKind.NO_PICTURE),))
        answers.append((label, reading))
    if not answers:
        fail(f"{folder}: no pictures here")
    for name, figure in asdict(score(answers)).items():
        shown = ", ".join(f"{k} {v}" for k, v in figure.items()) if isinstance(figure, dict) else figure
        print(f"{name:14} {shown:.3f}" if isinstance(shown, float) else f"{name:14} {shown}")


def _loaded(loads: Callable[[], _Loaded]) -> _Loaded:
    """Return the result of `loads`. The program ends where it cannot: without model files, for a wrong option or a
    camera that cannot be opened.
    """
    try:
        return loads()
    except (MissingModelsError, SourceLost, OSError, ValueError) as wrong:
        fail(str(wrong))


def _reading(reading: Reading) -> dict[str, object]:
    return {"dice": [_die(die) for die in reading.dice], "sure": reading.sure, "why": str(reading.why)}


def _die(die: DieReading) -> dict[str, object]:
    fields = asdict(die)
    fields["box"] = list(die.box)
    return fields


def _event(seen: Seen, frame: int) -> dict[str, object]:
    match seen:
        case Motion():
            return {"event": "motion", "frame": seen.frame}
        case Rest():
            return {"event": "rest", "frame": frame, **_reading(seen.reading), "again": seen.again}
        case Disturbed():
            return {"event": "disturbed", "frame": frame, **_reading(seen.reading)}
        case Lost():
            return {"event": "lost", "frame": frame, "why": str(seen.why)}
        case Unsettled():
            box = [round(v) for v in seen.reason.box or ()]
            return {"event": "unsettled", "frame": seen.frame, "box": box, "why": str(seen.reason.text)}


def _say(line: dict[str, object], *, as_json: bool) -> None:
    print(json.dumps(line, separators=(",", ":")) if as_json else _in_words(line), flush=True)


def _in_words(line: dict[str, object]) -> str:
    if "error" in line:
        return f"{line['file']}: {line['error']}"
    head = line.get("file") or f"{line['event']:10} frame {line.get('frame', line.get('frames'))}"
    dice = line.get("dice")
    words = ""
    if isinstance(dice, list):
        words = ", ".join(f"{d['colour']} {d['value']}{' (cocked)' if d['cocked'] else ''}" for d in dice) or "no dice"
        words += "" if line["sure"] else f"  [not sure: {line['why']}]"
    return f"{head}  {words or line.get('why', '')}"


def main() -> None:
    """Run the command line. File names that cannot be printed as they are do not end it. Whoever terminates it ends it
    as Ctrl-C does: a film is closed, and what was counted is said.
    """
    hush()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    run(app)


if __name__ == "__main__":
    main()

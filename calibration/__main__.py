"""`python -m calibration`: print the chart, solve the lens and the tray from pictures, check a camera's light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from calibration.chart.detection import Sighting, Unusable, find_chart
from calibration.chart.page import PAPERS, Chart, page, pdf
from calibration.drift.reference import drift_reference_of
from calibration.io.image_sets import (
    Frames,
    camera_frames,
    charts_from_camera,
    charts_in_folder,
    fail,
    hush,
    is_folder,
    picture_in,
    shown_by,
    shown_in,
)
from calibration.io.profile_store import load_for, load_unnamed, merged_with_stored, stored_profile, writable, write
from calibration.light.flicker import flicker_in, frame_rate
from calibration.light.measurement import advise, measure, with_flicker
from calibration.profile.camera_name import public_name
from calibration.profile.tray_profile import ANY_CAMERA, TrayProfile, profile_path
from calibration.solve.plane import BadPlane, plane_from_chart
from calibration.solve.solver import SOLVE_LIMITS, BadSet, Solved, solve
from calibration.wizard.empty_check import chart_in, chart_left
from catseye.names import printable
from catseye.standard_output import run

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)
STILL_THERE = "the chart is still there. Remove it for this picture."
MARKS = {"good": "[green]good[/]", "fair": "[yellow]fair[/]", "bad": "[red]bad[/]"}

Square = Annotated[float, typer.Option(help="Width of one square in mm, as measured on the print.")]
Columns = Annotated[int, typer.Option(help="Squares in a row.")]
PAPER_NAMES = f"{', '.join(sorted(PAPERS))} or both"
Rows = Annotated[int, typer.Option(help="Rows of squares.")]
SourceName = Annotated[str, typer.Argument(help='A folder of pictures, or a camera such as "usb:0".')]


@app.command()
def chart(
    folder: Annotated[Path, typer.Argument(help="Where to put the sheet.")] = Path(),
    *,
    paper: Annotated[str, typer.Option(help=f"{PAPER_NAMES}.")] = "both",
    square: Square = 26.0,
    columns: Columns = 9,
    rows: Rows = 6,
) -> None:
    """Write the chart as PDF (print this) and PNG."""
    board = _chart(columns, rows, square)
    papers = sorted(PAPERS) if paper.lower() == "both" else [paper.lower()]
    if not PAPERS.keys() >= set(papers):
        fail(f"--paper is {PAPER_NAMES}, not {paper!r}")
    try:
        sheets = {one: (pdf(board, one), page(board, one)) for one in papers}  # all of them, or none is written
        folder.mkdir(parents=True, exist_ok=True)
        for one, (document, picture) in sheets.items():
            path = folder / f"catseye-chart-{one}.pdf"
            path.write_bytes(document)
            ok, png = cv2.imencode(".png", picture)
            assert ok
            path.with_suffix(".png").write_bytes(png.tobytes())
            print(f"{printable(str(path))} and {path.with_suffix('.png').name}")
    except FileExistsError:
        fail(f"{folder}: this is not a folder")
    except OSError as wrong:
        fail(f"{folder}: cannot be written ({wrong.strerror or wrong})")
    except ValueError as wrong:
        fail(str(wrong))
    print("Print it at 100 %, check the printed ruler with a real one, and glue the sheet to something flat.")


@app.command("solve")
def solve_command(
    source: SourceName,
    *,
    square: Square = 26.0,
    columns: Columns = 9,
    rows: Rows = 6,
    tray: Annotated[
        Path | None, typer.Option(help="Picture of the chart lying in the tray: gives millimetres.")
    ] = None,
    empty: Annotated[
        Path | None,
        typer.Option(help="Picture of the empty tray: later moves and light are compared with it."),
    ] = None,
    camera: Annotated[str, typer.Option(help="Name of the camera the pictures are from, as the app opens it.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="The profile to write; without it, the platform's own folder.")
    ] = None,
    replace_it: Annotated[
        bool, typer.Option("--replace", help="Put the profile in the place of one that knows more.")
    ] = False,
) -> None:
    """Measure the lens (and the tray's plane) and save a profile. A stored profile is only
    replaced by a better one, and its valid parts are kept.
    """
    console = Console()
    board = _chart(columns, rows, square)
    from_files = is_folder(source)
    name = camera or ("" if from_files else source)
    path = out or profile_path(name or ANY_CAMERA)
    writable(path)
    stored_profile(path, has_tray=tray is not None or replace_it)
    shown = _shown(tray, empty, board)
    if from_files:
        looked = charts_in_folder(Path(source), board, console)
    else:
        looked = charts_from_camera(_frames(source), board, console, lambda picture: _fit(shown, *picture.shape[1::-1]))
    sightings = [one for one in looked if isinstance(one, Sighting)]
    _say_unusable(looked, console)
    try:
        solved = solve(sightings, board)
    except BadSet as wrong:
        fail(str(wrong))
    _say_solved(solved, console)
    lens = solved.lens
    profile = TrayProfile(
        camera=public_name(name) or ANY_CAMERA,
        width=lens.width,
        height=lens.height,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        lens=lens,
        chart=board,
        observations=solved.observations,
    )
    _fit(shown, lens.width, lens.height)
    if tray is not None:
        profile = _with_tray(profile, shown[tray], tray.name)
        assert profile.plane is not None
        console.print(f"tray: points to +-{profile.plane.error_mm:.2f} mm", highlight=False)
    if empty is not None:
        profile = _with_empty(profile, shown[empty], empty.name)
    if not replace_it:
        profile = merged_with_stored(profile, path, next(reversed(shown.values()), None), console)
    write(profile, path, console)
    _say_wanted(profile, console, named=bool(name) or out is not None)


@app.command()
def check(
    source: SourceName,
    *,
    profile: Annotated[Path | None, typer.Option(help="The profile; without it, the camera's own.")] = None,
    fps: Annotated[
        float,
        typer.Option(
            help="Frames a second, where the pictures are frames of a film; without it a camera's are measured."
        ),
    ] = 0.0,
) -> None:
    """Give advice about the light, and check whether the profile still fits."""
    console = Console()
    from_files = is_folder(source)
    try:
        given_fps = frame_rate(fps)
    except ValueError as wrong:
        fail(str(wrong))
    shown = shown_in(Path(source)) if from_files else shown_by(_frames(source), 48)
    if shown is None:
        fail(f"{public_name(source)}: there are no pictures")
    if profile is None and from_files:
        known = load_unnamed(shown.last, console)
    else:
        known = load_for(profile or profile_path(source), shown.last, required=profile is not None)
    figures = measure([shown.last], mask=None if known is None else known.region_mask())
    if figures is None:
        size = "{1}x{0}".format(*shown.last.shape)
        fail(f"{public_name(source)}: pictures of {size} are too small, or have no colours")
    figures = with_flicker(figures, flicker_in(shown.strips, given_fps or shown.fps))
    for advice in advise(figures):
        console.print(f"{MARKS[advice.grade]:>18} {advice.about:9} {advice.text}", highlight=False)
    if known is not None and (watch := known.drift_watch()) is not None:
        drift = watch.state
        for number in range(6):
            drift = watch.feed(shown.last, number * 0.3)
        console.print(f"tray: {drift.standing}. {drift.why}", highlight=False)


def _frames(source: str) -> Frames:
    """Open a camera. Only this command of calibration knows vision."""
    from vision.sources import open_source  # slow to import, and needed only for cameras

    return camera_frames(source, open_source)


def _shown(tray: Path | None, empty: Path | None, board: Chart) -> dict[Path, NDArray[Any]]:
    """Return the named pictures of the tray. Errors in them are found before the lens is solved."""
    shown = {path: picture_in(path) for path in (tray, empty) if path is not None}
    if tray is not None:
        _lying(shown[tray], board, tray.name)
    if empty is not None and chart_in(shown[empty], board):
        fail(f"{empty.name}: {STILL_THERE}")
    return shown


def _fit(shown: dict[Path, NDArray[Any]], width: int, height: int) -> None:
    """Check that pictures of the tray have the size of the lens."""
    for path, picture in shown.items():
        down, across = picture.shape[:2]
        if (across, down) != (width, height):
            fail(f"{path}: this picture is {across}x{down}, the lens is of {width}x{height}")


def _lying(picture: NDArray[Any], board: Chart, name: str) -> Sighting:
    """Return the chart in the tray."""
    found = find_chart(picture, board, name)
    if isinstance(found, Unusable):
        fail(f"{name}: {found.why}")
    return found


def _with_tray(profile: TrayProfile, picture: NDArray[Any], name: str) -> TrayProfile:
    assert profile.chart is not None
    found = _lying(picture, profile.chart, name)
    try:
        return replace(profile, plane=plane_from_chart(found, profile.chart, profile.lens))
    except BadPlane as wrong:
        fail(f"{name}: {wrong}")


def _with_empty(profile: TrayProfile, picture: NDArray[Any], name: str) -> TrayProfile:
    """Add the empty tray, from which the chart must be gone."""
    assert profile.chart is not None
    if chart_left(picture, profile.chart, profile):
        fail(f"{name}: {STILL_THERE}")
    return replace(profile, backdrop=drift_reference_of(picture), light=measure([picture]))


def _say_unusable(looked: Sequence[Sighting | Unusable], console: Console) -> None:
    for one in looked:
        if isinstance(one, Unusable):
            console.print(f"  {one.name}: {one.why}", highlight=False, markup=False)


def _say_wanted(profile: TrayProfile, console: Console, *, named: bool) -> None:
    """Print what is still missing in the stored profile."""
    if not named:
        console.print("No camera uses this until it is named: --camera usb:0", highlight=False, markup=False)
    if profile.plane is not None and profile.backdrop is None:
        console.print("To notice when the camera moves, add a picture of the empty tray: --empty.")


def _say_solved(solved: Solved, console: Console) -> None:
    lens = solved.lens
    table = Table(show_header=False, box=None)
    table.add_row("focal length", f"{lens.fx:.1f} x {lens.fy:.1f} px (+-{2 * lens.focal_sd:.2%})")
    table.add_row("centre", f"{lens.cx:.1f}, {lens.cy:.1f} px (+-{2 * lens.centre_sd_px:.1f})")
    table.add_row("distortion", " ".join(f"{one:+.4f}" for one in lens.distortion))
    table.add_row("reprojection error", f"{lens.rms_px:.3f} px")
    table.add_row("pictures used", f"{len(solved.observations)} (at least {SOLVE_LIMITS.fewest_pictures})")
    if solved.left_out:
        table.add_row("left out", escape(", ".join(solved.left_out)))
    table.add_row("picture covered", f"{solved.cover:.0%}, tilted by up to {solved.tilt_deg:.0f} degrees")
    console.print(table)


def _chart(columns: int, rows: int, square: float) -> Chart:
    try:
        return Chart(columns, rows, square)
    except ValueError as wrong:
        fail(str(wrong))


if __name__ == "__main__":
    hush()
    run(partial(app, prog_name="python -m calibration"))

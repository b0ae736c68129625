"""`python -m calibration`: print the chart, solve the lens and the tray from pictures, check a camera's light."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from calibration.backdrop import backdrop_of
from calibration.chart import PAPERS, Chart, page, pdf
from calibration.collect import WANTED, Collector
from calibration.files import PICTURES, load
from calibration.light import advise, measure
from calibration.pictures import camera_frames, fail, frames_of, names_in
from calibration.plane import BadPlane, plane_from_chart
from calibration.profile import ANY_CAMERA, BadProfile, TrayProfile, profile_path
from calibration.sight import Sighting, Unusable, look
from calibration.solve import FEWEST_PICTURES, BadSet, Solved, solve

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)
MARKS = {"good": "[green]good[/]", "fair": "[yellow]fair[/]", "bad": "[red]bad[/]"}

Square = Annotated[float, typer.Option(help="Width of one square in mm, as measured on the print.")]
Columns = Annotated[int, typer.Option(help="Squares in a row.")]
Rows = Annotated[int, typer.Option(help="Rows of squares.")]
SourceName = Annotated[str, typer.Argument(help='A folder of pictures, or a camera such as "usb:0".')]


@app.command()
def chart(
    folder: Annotated[Path, typer.Argument(help="Where to put the sheet.")] = Path(),
    *,
    paper: Annotated[str, typer.Option(help="a4, letter or both.")] = "both",
    square: Square = 26.0,
    columns: Columns = 9,
    rows: Rows = 6,
) -> None:
    """Write the chart as PDF (print this) and PNG."""
    board = _chart(columns, rows, square)
    papers = sorted(PAPERS) if paper == "both" else [paper.lower()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for one in papers:
            path = folder / f"catseye-chart-{one}.pdf"
            path.write_bytes(pdf(board, one))
            ok, png = cv2.imencode(".png", page(board, one))
            assert ok
            path.with_suffix(".png").write_bytes(png.tobytes())
            print(f"{path} and {path.with_suffix('.png').name}")
    except (ValueError, OSError) as wrong:
        fail(str(wrong))
    print("Print it at 100 %, lay a ruler on the printed one, and glue the sheet to something flat.")


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
    camera: Annotated[str, typer.Option(help="Name of the camera the pictures are from, as the app opens it.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="The profile to write; without it, the platform's own folder.")
    ] = None,
) -> None:
    """Find the lens (and the tray's plane) and keep them in a profile. Nothing is overwritten unless it is better."""
    console = Console()
    board = _chart(columns, rows, square)
    folder = Path(source)
    from_files = folder.is_dir()
    name = camera or ("" if from_files else source)
    looked = _look_at_files(folder, board, console) if from_files else _look_through(source, board, console)
    sightings = [one for one in looked if isinstance(one, Sighting)]
    for one in looked:
        if isinstance(one, Unusable):
            console.print(f"  {one.name}: {one.why}", highlight=False, markup=False)
    try:
        solved = solve(sightings, board)
    except BadSet as wrong:
        fail(str(wrong))
    _say_solved(solved, console)
    lens = solved.lens
    profile = TrayProfile(
        camera=name or ANY_CAMERA,
        width=lens.width,
        height=lens.height,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        lens=lens,
        chart=board,
        observations=solved.observations,
    )
    if tray is not None:
        profile = _with_tray(profile, tray, board)
        assert profile.plane is not None
        console.print(f"tray: points to +-{profile.plane.error_mm:.2f} mm", highlight=False)
    _keep(profile, out or profile_path(profile.camera), console)


@app.command()
def check(
    source: SourceName,
    *,
    profile: Annotated[Path | None, typer.Option(help="The profile; without it, the camera's own.")] = None,
    fps: Annotated[float, typer.Option(help="Frames a second, where the pictures are frames of a film.")] = 0.0,
) -> None:
    """Say what is to be said about the light, and whether the profile still fits."""
    console = Console()
    folder = Path(source)
    if folder.is_dir():
        pictures = [picture for path in names_in(folder) if (picture := load(path)) is not None]
        rate = fps
    else:
        pictures, rate = frames_of(source, 48)
    if not pictures:
        fail(f"{source}: there are no pictures")
    known = _known(profile or profile_path(source), pictures[-1], required=profile is not None)
    same = [one for one in pictures if one.shape == pictures[-1].shape]
    figures = measure(same, rate, None if known is None else known.region_mask())
    if figures is None:
        fail(f"{source}: these are no colour pictures")
    for advice in advise(figures):
        console.print(f"{MARKS[advice.grade]:>18} {advice.about:9} {advice.text}", highlight=False)
    if known is not None and (watch := known.drift_watch()) is not None:
        drift = watch.state
        for number in range(6):
            drift = watch.feed(pictures[-1], number * 0.3)
        console.print(f"tray: {drift.standing}. {drift.why}", highlight=False)


def _look_at_files(folder: Path, board: Chart, console: Console) -> list[Sighting | Unusable]:
    paths = names_in(folder)
    if not paths:
        fail(f"{folder}: there are no pictures here ({', '.join(sorted(PICTURES))})")
    with (
        Progress(TextColumn("looking for the chart"), BarColumn(), MofNCompleteColumn(), console=console) as bar,
        ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as crew,
    ):
        task = bar.add_task("", total=len(paths))
        found = []
        for one in crew.map(lambda path: _look_at_file(path, board), paths):
            found.append(one)
            bar.advance(task)
    return found


def _look_at_file(path: Path, board: Chart) -> Sighting | Unusable:
    picture = load(path)
    return Unusable(path.name, "this file is no picture") if picture is None else look(picture, board, path.name)


def _look_through(source: str, board: Chart, console: Console) -> list[Sighting | Unusable]:
    """Pictures from a camera: each new, sharp position of the chart is kept until there are enough, or Ctrl-C."""
    collector = Collector(board)
    console.print("Hold the chart before the camera, tilted, and move it all over the picture. Ctrl-C ends it.")
    with Progress(TextColumn("positions"), BarColumn(), MofNCompleteColumn(), console=console) as bar:
        task = bar.add_task("", total=WANTED)
        try:
            for picture in camera_frames(source):
                if collector.feed(picture):
                    bar.advance(task)
                if collector.complete:
                    break
        except KeyboardInterrupt:
            console.print("ended")
    return list(collector.kept)


def _with_tray(profile: TrayProfile, tray: Path, board: Chart) -> TrayProfile:
    picture = load(tray)
    if picture is None:
        fail(f"{tray}: this is no picture")
    found = look(picture, board, tray.name)
    if isinstance(found, Unusable):
        fail(f"{tray.name}: {found.why}")
    try:
        plane = plane_from_chart(found, board, profile.lens)
    except BadPlane as wrong:
        fail(f"{tray.name}: {wrong}")
    return replace(profile, plane=plane, backdrop=backdrop_of(picture), light=measure([picture]))


def _keep(profile: TrayProfile, path: Path, console: Console) -> None:
    before: TrayProfile | None = None
    try:
        before = TrayProfile.load(path)
    except FileNotFoundError:
        pass
    except (BadProfile, OSError) as wrong:
        fail(f"{wrong}. Move that file away first.")
    if before is not None and profile.plane is None and before.plane is not None:
        fail(f"{path}: the profile there knows the tray, this one only the lens: kept. Use --tray, or another --out.")
    if before is not None and _worse(profile, before):
        fail(f"{path}: the profile there is more exact than this one: kept. Use another --out.")
    try:
        profile.save(path)
    except OSError as wrong:
        fail(f"{path}: cannot be written ({wrong.strerror or wrong})")
    console.print(f"kept in {path}", highlight=False, soft_wrap=True)


def _worse(new: TrayProfile, old: TrayProfile) -> bool:
    """Whether the old one is clearly more certain of the same lens."""
    if (
        new.lens is None
        or old.lens is None
        or (new.width, new.height, new.camera) != (old.width, old.height, old.camera)
    ):
        return False
    return new.lens.focal_sd > 1.5 * old.lens.focal_sd and new.lens.centre_sd_px > 1.5 * old.lens.centre_sd_px


def _known(path: Path, picture: NDArray[Any], *, required: bool) -> TrayProfile | None:
    try:
        profile = TrayProfile.load(path)
        return profile.for_camera(profile.camera, picture.shape[1], picture.shape[0])
    except FileNotFoundError:
        if required:
            fail(f"{path}: there is no such profile")
        return None
    except (BadProfile, OSError) as wrong:
        fail(str(wrong))


def _say_solved(solved: Solved, console: Console) -> None:
    lens = solved.lens
    table = Table(show_header=False, box=None)
    table.add_row("focal length", f"{lens.fx:.1f} x {lens.fy:.1f} px (+-{2 * lens.focal_sd:.2%})")
    table.add_row("centre", f"{lens.cx:.1f}, {lens.cy:.1f} px (+-{2 * lens.centre_sd_px:.1f})")
    table.add_row("distortion", " ".join(f"{one:+.4f}" for one in lens.distortion))
    table.add_row("reprojection error", f"{lens.rms_px:.3f} px")
    table.add_row("pictures used", f"{len(solved.observations)} (at least {FEWEST_PICTURES})")
    if solved.left_out:
        table.add_row("left out", ", ".join(solved.left_out))
    table.add_row("picture covered", f"{solved.cover:.0%}, tilted by up to {solved.tilt_deg:.0f} degrees")
    console.print(table)


def _chart(columns: int, rows: int, square: float) -> Chart:
    try:
        return Chart(columns, rows, square)
    except ValueError as wrong:
        fail(str(wrong))


if __name__ == "__main__":
    app(prog_name="python -m calibration")

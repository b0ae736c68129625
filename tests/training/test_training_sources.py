"""What may be trained on gets in, and nothing else does."""

import csv
import itertools
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from training import pictures, real
from training.mined import mistakes
from training.pictures import BOXES, TRAINABLE, held_out, photographs, scene_of, stills, unposed
from training.samples import NO_DIE, NO_WHOLE_DIE
from training.scene import draw_scene
from training.truth import Scene
from vision.imaging.boxes import iou
from vision.pose.table_pose import PoseComparison

RENDERS = Path(__file__).resolve().parents[2] / ".." / "shared" / "dice" / "renders"
PHOTOS = RENDERS.parent / "photos"
BOX = (20.0, 20.0, 60.0, 60.0)


class Eye:
    """A finder that finds what it is told."""

    def __init__(self, found):
        self._found = found

    def candidates(self, _picture, least=0.25):
        return [(score, box, np.full(6, 1 / 6)) for score, box in self._found if score >= least]


def boxes_by_file():
    rows = [json.loads(line) for line in BOXES.read_text(encoding="utf-8").splitlines()]
    assert len({row["file"] for row in rows}) == len(rows)
    return {row["file"]: row["boxes"] for row in rows}


def test_only_photographs_that_may_be_trained_on_have_boxes_kept_with_the_program():
    """A file's folder is its source, with two underscores for the stroke."""
    folders = {source.replace("/", "__") for source in TRAINABLE}
    files = boxes_by_file()
    assert len(files) > 100
    assert {file.split("/")[0] for file in files} <= folders
    assert all(".." not in file for file in files)


def test_kept_boxes_are_boxes_of_dice():
    for file, boxes in boxes_by_file().items():
        assert boxes, file
        for value, x0, y0, x1, y1 in boxes:
            assert value in range(1, 7), file
            assert x1 - x0 > 8, file
            assert y1 - y0 > 8, file
            assert 0.4 < (x1 - x0) / (y1 - y0) < 2.5, file
        for one, other in itertools.combinations(boxes, 2):
            assert iou(tuple(one[1:]), tuple(other[1:])) < 0.5, file


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs lie beside the project, not in it")
def test_kept_boxes_show_what_the_photographs_labels_say():
    with (PHOTOS / "index.csv").open(encoding="utf-8") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    for name, boxes in boxes_by_file().items():
        row = rows[name]
        assert row["source_repo"] in TRAINABLE
        assert row["licence"].split()[0] == TRAINABLE[row["source_repo"]].split()[0]
        assert not row["boxes_json"]
        assert sorted(value for value, *_ in boxes) == sorted(int(v) for v in row["values"].split(";"))


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs lie beside the project, not in it")
def test_kept_boxes_lie_in_their_pictures():
    for name, boxes in list(boxes_by_file().items())[::6]:
        height, width = cv2.imread(str(PHOTOS / name)).shape[:2]
        for _, x0, y0, x1, y1 in boxes:
            assert -0.1 * (x1 - x0) < x0 < x1 < width + 0.1 * (x1 - x0), name
            assert -0.1 * (y1 - y0) < y0 < y1 < height + 0.1 * (y1 - y0), name


HEADER = "file,source_repo,licence,values,boxes_json\n"


def folder_of_photographs(folder, monkeypatch):
    """Write four photographs: with boxes of their own, with boxes kept by the program, with none, and of no dice."""
    (folder / "index.csv").write_text(
        HEADER
        + 'a.png,DamianTab/DiceDetection,MIT,3,"[[3, 1, 2, 30, 40]]"\n'
        + "b.png,DamianTab/DiceDetection,MIT,2;5,\n"
        + "c.png,DamianTab/DiceDetection,MIT,1;1,\n"
        + "d.png,DamianTab/DiceDetection,MIT,,\n"
        + 'e.png,nobody/asked,none,3,"[[3, 1, 2, 30, 40]]"\n'
    )
    kept = folder / "boxes.jsonl"
    kept.write_text('{"file": "b.png", "boxes": [[5, 50, 10, 80, 44.5], [2, 9, 9, 31, 30]]}\n')
    monkeypatch.setattr(pictures, "BOXES", kept)
    for name in "abcde":
        cv2.imwrite(str(folder / f"{name}.png"), np.full((60, 100, 3), ord(name), np.uint8))
    return folder


def test_a_photograph_gets_its_own_boxes_or_those_kept_for_it(tmp_path, monkeypatch):
    own, kept, without, empty, _ = photographs(folder_of_photographs(tmp_path, monkeypatch))
    assert [(d.value, d.box) for d in own.dice] == [(3, (1, 2, 30, 40))]
    assert [(d.value, d.box) for d in kept.dice] == [(5, (50, 10, 80, 44.5)), (2, (9, 9, 31, 30))]
    assert kept.values == (2, 5)
    assert (without.dice, without.values) == ((), (1, 1))
    assert (empty.dice, empty.values) == ((), ())
    assert [label.boxed for label in (own, kept, without, empty)] == [True, True, False, True]
    assert all(d.up is None for label in (own, kept) for d in label.dice)


def test_what_may_not_be_trained_on_or_has_no_boxes_stays_out(tmp_path, monkeypatch):
    scenes = real.photo_scenes(folder_of_photographs(tmp_path, monkeypatch))
    assert [chr(scene.picture[0, 0, 0]) for scene in scenes] == ["a", "b", "d"]
    assert [len(scene.dice) for scene in scenes] == [1, 2, 0]


@pytest.mark.skipif(not RENDERS.exists(), reason="the ray-traced stills lie beside the project, not in it")
def test_level_dice_of_a_still_stand_alike():
    """The uprights of the labels: those of level dice of one picture differ by what the lens makes of their places."""
    compared = 0
    for label in stills(RENDERS)[::5]:
        dice = [d for d in label.dice if d.lean < 3]
        if len(dice) > 1:
            compared += len(dice)
            boxes = np.array([d.box for d in dice])
            height, width = scene_of(label).picture.shape[:2]
            uprights = np.array([d.up for d in dice])
            assert PoseComparison(uprights, np.full(len(dice), 0.08), boxes, width, height).leanings().max() < 0, (
                label.path.name
            )
    assert compared > 30


@pytest.mark.skipif(not RENDERS.exists(), reason="the ray-traced stills lie beside the project, not in it")
def test_the_uprights_of_a_still_point_as_its_camera_is_tilted():
    """At the picture's middle a level die's upright is as long as the sine of the tilt, as it is in drawn scenes."""
    rows = map(json.loads, (RENDERS / "labels.jsonl").read_text(encoding="utf-8").splitlines())
    tilts = {RENDERS / row["file"]: row["tilt_deg"] for row in rows if row["type"] == "still"}
    compared = 0
    for label in stills(RENDERS):
        height, width = scene_of(label).picture.shape[:2] if len(label.dice) else (1, 1)
        for die in label.dice:
            place = [(die.box[0] + die.box[2]) / width - 1, (die.box[1] + die.box[3]) / height - 1]
            if die.lean < 0.5 and np.hypot(*place) < 0.2:
                compared += 1
                assert np.hypot(*die.up) == pytest.approx(np.sin(np.radians(tilts[label.path])), abs=0.12)
    assert compared > 10


def test_mistakes_are_candidates_away_from_dice():
    scene = Scene(np.zeros((100, 100, 3), np.uint8), (unposed(3, BOX),), ())
    found = [(0.9, (22.0, 21.0, 61.0, 60.0)), (0.4, (70.0, 70.0, 90.0, 90.0)), (0.3, (70.0, 5.0, 73.0, 8.0))]
    crops = list(mistakes(scene, Eye(found), np.random.default_rng(0)))
    assert [c.truth.tolist() for c in crops] == [NO_DIE.tolist()]


def test_a_mistake_on_a_part_of_a_die_does_not_say_that_there_is_none():
    scene = Scene(np.zeros((100, 100, 3), np.uint8), (unposed(3, BOX),), ())
    found = [(0.9, (22.0, 22.0, 40.0, 40.0)), (0.8, (70.0, 70.0, 90.0, 90.0)), (0.7, (10.0, 10.0, 95.0, 95.0))]
    crops = list(mistakes(scene, Eye(found), np.random.default_rng(0)))
    assert [c.truth.tolist() for c in crops] == [t.tolist() for t in (NO_WHOLE_DIE, NO_DIE, NO_WHOLE_DIE)]


def test_of_one_picture_only_the_worst_mistakes_are_learnt():
    scene = Scene(np.zeros((400, 400, 3), np.uint8), (), ())
    found = [(0.9 - 0.01 * k, (20.0 * k, 10.0, 20.0 * k + 15, 25.0)) for k in range(18)]
    assert 0 < len(list(mistakes(scene, Eye(found), np.random.default_rng(0)))) < 18


@pytest.mark.skipif(not RENDERS.exists(), reason="the ray-traced stills lie beside the project, not in it")
def test_held_out_groups_are_whole_groups_and_about_a_quarter():
    labels = stills(RENDERS)
    kept = {label.group for label in labels if held_out(label)}
    assert 0.2 < sum(held_out(label) for label in labels) / len(labels) < 0.3
    assert kept.isdisjoint(label.group for label in labels if not held_out(label))


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs lie beside the project, not in it")
def test_only_three_sources_may_be_trained_on():
    sources = {label.group for label in photographs(PHOTOS)}
    assert set(TRAINABLE) < sources
    assert len(TRAINABLE) == 3


def test_most_drawn_dice_are_seen_with_their_tops():
    dice = [d for i in range(12) for d in draw_scene(np.random.default_rng((6, i))).dice]
    assert np.mean([d.top_seen > 0.8 for d in dice]) > 0.5
    assert max(iou(a.box, a.box) for a in dice) == pytest.approx(1)

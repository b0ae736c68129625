"""What may be trained on gets in, and nothing else does."""

from pathlib import Path

import numpy as np
import pytest

from vision.training import real
from vision.training.mined import mistakes
from vision.training.pictures import TRAINABLE, Labelled, held_out, photographs, stills, unposed
from vision.training.samples import overlap_share
from vision.training.scene import Scene, draw_scene

RENDERS = Path(__file__).resolve().parents[3] / ".." / "shared" / "dice" / "renders"
PHOTOS = RENDERS.parent / "photos"
BOX = (20.0, 20.0, 60.0, 60.0)


class Eye:
    """Networks that find what they are told."""

    def __init__(self, found):
        self._found = found

    def candidates(self, _picture, _least=0.25):
        return [(score, box, np.zeros(6)) for score, box, _ in self._found]

    def answers(self, _picture, boxes):
        rows = np.zeros((len(boxes), 24), np.float32)
        for row, box in zip(rows, boxes, strict=True):
            value = next(v for _, b, v in self._found if b == box)
            row[value] = 5
            row[18:22] = (0.2, 0.2, 0.8, 0.8)
        return rows, [(b[0], b[1], b[2] - b[0]) for b in boxes]


def boxed(values, found, monkeypatch):
    scene = Scene(np.zeros((100, 100, 3), np.uint8), (), ())
    monkeypatch.setattr(real, "scene_of", lambda _label: scene)
    return real._boxed(Labelled(Path("x"), values, (), "s", boxed=False), Eye(found))


def test_a_photograph_gets_boxes_only_where_reading_equals_the_label(monkeypatch):
    other = (60.0, 60.0, 90.0, 90.0)
    found = [(0.8, BOX, 3), (0.7, other, 5), (0.3, (0.0, 0.0, 9.0, 9.0), 1)]
    scene = boxed((3, 5), found, monkeypatch)
    assert [d.value for d in scene.dice] == [3, 5]
    assert scene.dice[0].box == pytest.approx((28, 28, 52, 52))
    assert boxed((3, 6), found, monkeypatch) is None
    assert boxed((1, 3, 5, 6), found, monkeypatch) is None


def test_where_all_values_are_the_same_only_the_places_must_be_sure(monkeypatch):
    assert [d.value for d in boxed((6,), [(0.7, BOX, 2)], monkeypatch).dice] == [6]
    assert boxed((6,), [(0.3, BOX, 2)], monkeypatch) is None


def test_mistakes_are_candidates_away_from_dice():
    scene = Scene(np.zeros((100, 100, 3), np.uint8), (unposed(3, BOX),), ())
    eye = Eye(
        [(0.9, (22.0, 21.0, 61.0, 60.0), 3), (0.4, (70.0, 70.0, 90.0, 90.0), 1), (0.3, (70.0, 5.0, 73.0, 8.0), 1)]
    )
    crops = list(mistakes(scene, eye, np.random.default_rng(0)))
    assert [c.truth[0] for c in crops] == [0]


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
    assert max(overlap_share(a.box, a.box) for a in dice) == pytest.approx(1)

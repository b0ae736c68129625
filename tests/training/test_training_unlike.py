"""A reader learns one of its last two answers anew, and keeps all others. Skipped without the extra `train`."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from training import heads, partly, unlike  # noqa: E402
from training.heads import fitted, seen_by, taught  # noqa: E402
from training.nets import HEAD_FEATURES, LEVEL, READER_OUT, Reader  # noqa: E402
from training.parts import NONE, PART, WHOLE  # noqa: E402
from training.samples import CUT, keep  # noqa: E402
from training.unlike import cut_aside, samples  # noqa: E402
from vision.imaging.crops import CROP  # noqa: E402

BETWEEN = 16


@pytest.fixture(name="reader")
def _reader():
    torch.manual_seed(3)
    return Reader().eval()


def crops(count, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (count, CROP, CROP, 3), np.uint8)


def answers(reader, given):
    pictures = torch.from_numpy(given.transpose(0, 3, 1, 2).copy()) / 255 - 0.5
    with torch.no_grad():
        return reader(pictures, torch.zeros(len(given), LEVEL)).numpy()


def some_layers(seed=4, between=BETWEEN):
    torch.manual_seed(seed)
    nn = torch.nn
    return nn.Sequential(nn.Linear(HEAD_FEATURES, between), nn.ReLU(), nn.Linear(between, 1))


def two_kinds(count, seed):
    """Return features of two kinds that differ in a few of their numbers, on ones of very unlike sizes."""
    rng = np.random.default_rng(seed)
    sizes = np.exp(np.random.default_rng(9).normal(0, 1.5, HEAD_FEATURES))
    one, other = rng.normal(1, 1, (2, count, HEAD_FEATURES))
    other[:, :40] += 1.5
    return (one * sizes).astype(np.float32), (other * sizes).astype(np.float32)


def test_the_new_answer_is_that_of_the_layers_and_all_others_stay(reader, tmp_path):
    given = crops(6)
    before = answers(reader, given)
    _, features = seen_by(reader, given)
    for number, (name, between) in enumerate((("like", unlike.BETWEEN), ("part", partly.BETWEEN))):
        layers = some_layers(number, between)
        taught(reader, name, layers, tmp_path / "taught.pt")
        after_all = Reader().eval()
        after_all.load_state_dict(torch.load(tmp_path / "taught.pt"))
        after, column = answers(after_all, given), READER_OUT - 2 + number
        assert np.delete(after, column, 1) == pytest.approx(np.delete(before, column, 1), abs=1e-5)
        with torch.no_grad():
            logits = layers(torch.from_numpy(features)).numpy()[:, 0]
        assert after[:, column] == pytest.approx(logits, abs=1e-4)
        assert np.ptp(logits) > 0.0
        assert seen_by(after_all, given)[1] == pytest.approx(features, abs=1e-5)
        before = after


def test_the_layers_tell_two_kinds_apart_that_they_did_not_learn_from(monkeypatch):
    monkeypatch.setattr(heads, "STEPS", 120)
    monkeypatch.setattr(heads, "SIZE", 64)
    one, other = two_kinds(300, 1)
    layers = fitted(other, [(one[:250], 1.0), (one[250:], 2.0)], BETWEEN)
    with torch.no_grad():
        one, other = (layers(torch.from_numpy(each))[:, 0].numpy() for each in two_kinds(200, 2))
    assert (one < 0).mean() > 0.95
    assert (other > 0).mean() > 0.95


def test_it_learns_from_dice_and_from_what_the_reader_takes_for_some(reader, tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    truth = np.zeros((6, 13), np.float32)
    truth[:4, 0] = 5
    for name in ("real0000", "real0001", "shard0000", "shard0001"):
        keep(tmp_path / f"{name}.npz", crops=rng.integers(0, 256, (6, CUT, CUT, 3), np.uint8), truth=truth)
    keep(tmp_path / "lookalike0000.npz", crops=rng.integers(0, 256, (9, CUT, CUT, 3), np.uint8))
    seen = []

    def seen_by(_net, given):
        seen.append(len(given))
        none = np.linspace(0.0, 1.0, len(given), dtype=np.float32)
        return none, np.repeat(none[:, None], HEAD_FEATURES, axis=1)

    monkeypatch.setattr(unlike, "seen_by", seen_by)
    monkeypatch.setattr(unlike, "SHARDS", 1)
    dice, others = samples(tmp_path, reader)
    assert seen == [4, 4, 4, 9], "one shard of drawn scenes, and only crops that show a die"
    assert len(dice) == 3 * 2
    assert (dice < 0.5).all()
    assert len(others) == 8
    assert (others < 0.9).all()


def test_pieces_are_cut_from_the_middle_and_half_of_them_mirrored():
    crop = np.arange(CUT, dtype=np.uint8)[None, None, :, None]
    stored = np.broadcast_to(crop, (200, CUT, CUT, 3))
    cut = cut_aside(stored, np.random.default_rng(0), 0)
    assert cut.shape == (200, CROP, CROP, 3)
    first = (CUT - CROP) // 2
    assert set(cut[:, 0, 0, 0].tolist()) == {first, first + CROP - 1}
    assert 70 < (cut[:, 0, 0, 0] == first).sum() < 130
    aside = cut_aside(stored, np.random.default_rng(0), 4)[:, 0, :, 0].min(axis=1)
    assert set(aside.tolist()) == set(range(first - 4, first + 5))


def test_the_finders_mistakes_show_no_dice_and_are_not_looked_through_for_some(tmp_path, monkeypatch):
    crops, whole = np.full((6, CUT, CUT, 3), 90, np.uint8), np.full((6, 13), 5, np.float32)
    for name, truth in (("real0000", whole), ("shard0000", whole), ("shard9001", np.zeros_like(whole))):
        keep(tmp_path / f"{name}.npz", crops=crops, truth=truth)
    keep(tmp_path / "lookalike0000.npz", crops=crops)
    sure = np.zeros(6, np.float32)
    monkeypatch.setattr(
        unlike, "seen_by", lambda _net, given: (sure[: len(given)], np.zeros((len(given), HEAD_FEATURES)))
    )
    dice, _ = samples(tmp_path, None)
    assert len(dice) == 12


def test_parts_of_dice_are_learned_against_whole_ones_and_what_is_none(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    for number in range(2):
        kinds = np.array([NONE, PART, WHOLE, PART, NONE], np.uint8)
        keep(tmp_path / f"parts{number:04d}.npz", crops=rng.integers(0, 256, (5, CROP, CROP, 3), np.uint8), kinds=kinds)
    monkeypatch.setattr(
        partly, "seen_by", lambda _, given: (None, np.arange(float(len(given)))[:, None].repeat(HEAD_FEATURES, 1))
    )
    seen = partly.samples(tmp_path, None)
    assert {kind: each[:, 0].tolist() for kind, each in seen.items()} == {
        NONE: [0, 4, 0, 4],
        PART: [1, 3, 1, 3],
        WHOLE: [2, 2],
    }


def test_layers_of_another_size_are_refused(reader, tmp_path):
    with pytest.raises(ValueError, match=r"like.0.weight"):
        taught(reader, "like", some_layers(5, 12), tmp_path / "taught.pt")
    assert not (tmp_path / "taught.pt").exists()

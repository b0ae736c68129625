"""`python -m training.measure RENDERS [PHOTOS] [--models FOLDER]`: the accuracy of the two networks alone.

On the held-out groups of the ray-traced stills: recall and false detections of the finder, accuracy of the reader,
colours, lean, errors of the uprights and of their estimated deviations, reliability, and the temperature that
calibrates the reader's probabilities. On photographs: pictures with all values right, by source.
"""

from __future__ import annotations

import argparse
import itertools
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.pictures import Labelled, held_out, photographs, scene_of, stills
from training.trial import MODELS, Found, Networks
from training.truth import Die, Scene
from vision.detection.classifier import CropPredictions
from vision.imaging.boxes import iou
from vision.probability import softmax


def temperature_of(logits: NDArray[np.float32], values: NDArray[np.int64]) -> tuple[float, float]:
    """Return the temperature with the smallest mean negative log likelihood of the values (n,) for logits (n, 7), and
    that mean.
    """
    tried = np.exp(np.linspace(np.log(0.3), np.log(4), 80))
    costs = [float(-np.log(softmax(logits / t)[np.arange(len(values)), values] + 1e-12).mean()) for t in tried]
    best = int(np.argmin(costs))
    return float(tried[best]), costs[best]


def reliability(odds: NDArray[np.float64], right: NDArray[np.bool_]) -> Iterable[tuple[float, float, int]]:
    """Yield (mean confidence, share right, count) for bands of confidence."""
    edges = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001)
    for low, high in itertools.pairwise(edges):
        band = (odds >= low) & (odds < high)
        if band.any():
            yield float(odds[band].mean()), float(right[band].mean()), int(band.sum())


def off_upright(looks: CropPredictions, dice: list[Die]) -> NDArray[np.float64]:
    """Return (n, 2) for the dice with a known upright: the root mean square error right and down, in half edges, and
    the same over the estimated deviation (mean square 1 if calibrated).
    """
    known = [k for k, die in enumerate(dice) if die.up is not None]
    truth = np.array([dice[k].up for k in known], np.float64).reshape(-1, 2)
    off = np.sqrt(((looks.top_offsets[known] - truth) ** 2).mean(axis=1))
    return np.column_stack([off, off / looks.sigmas[known]])


def match(die: Die, found: list[Found]) -> Found | None:
    """Return the detection of a die, None without one."""
    best = max(found, key=lambda f: iou(f.box, die.box), default=None)
    return best if best is not None and iou(best.box, die.box) > 0.3 else None


def on_stills(labels: list[Labelled], networks: Networks) -> None:
    """Print the figures on ray-traced stills."""
    clear = recalled = right = shaded = lean_caught = leaning = lean_false = exact = false = 0
    logits, values, sure, sure_right, off = [], [], [], [], []
    for label in labels:
        scene = scene_of(label)
        found = networks.read(scene.picture)
        dice = clearly_seen(scene)
        for die in dice:
            hit = match(die, found)
            clear += 1
            if hit is None:
                continue
            recalled += 1
            right += hit.value == die.value
            shaded += hit.colour == die.colour
            sure.append(max(hit.odds))
            sure_right.append(hit.value == die.value)
            if die.cocked:
                leaning, lean_caught = leaning + 1, lean_caught + (hit.lean > 0.5)
            else:
                lean_false += hit.lean > 0.5
        false += sum(all(iou(f.box, d.box) < 0.3 for d in scene.dice) for f in found)
        exact += tuple(sorted(f.value for f in found if f.lean < 0.5)) == label.values
        looks = looked_at(dice, scene, networks)
        logits += list(looks.values)
        values += [d.value for d in dice]
        off.append(off_upright(looks, dice))
    print(
        f"stills {len(labels)}: exact {exact / len(labels):.3f}; dice {clear}, accepted {recalled / clear:.3f},",
        end=" ",
    )
    print(f"value right {right / max(recalled, 1):.4f}, colour right {shaded / max(recalled, 1):.3f}; no dice: {false}")
    print(f"  cocked caught {lean_caught}/{leaning}, called cocked wrongly {lean_false}")
    best, cost = temperature_of(np.asarray(logits), np.asarray(values))
    accuracy = np.mean(np.argmax(logits, 1) == np.asarray(values))
    print(f"  on true boxes: {accuracy:.4f} of {len(values)}; temperature {best:.2f}, log loss {cost:.4f}")
    far, ratio = np.sqrt((np.concatenate(off) ** 2).mean(axis=0))
    print(f"  uprights off by {far:.3f} half edges, {ratio:.2f} times the deviation the reader expects")
    for confidence, share, count in reliability(np.asarray(sure), np.asarray(sure_right)):
        print(f"    predicted {confidence:.3f}, observed {share:.3f} ({count})")


def clearly_seen(scene: Scene) -> list[Die]:
    """Return the dice that a reader should be able to read."""
    return [d for d in scene.dice if d.top_seen > 0.85 and d.lean < 30]


def looked_at(dice: list[Die], scene: Scene, networks: Networks) -> CropPredictions:
    """Return the reader's predictions for dice in their true boxes."""
    return networks.classifier.predict(scene.picture, np.array([d.box for d in dice], np.float32).reshape(-1, 4))


def on_photographs(labels: list[Labelled], networks: Networks, *, show: Path | None = None) -> None:
    """Print pictures with all values right by source, and the number of wrong ones in which every probability is above
    0.9.
    """
    exact: dict[str, list[bool]] = defaultdict(list)
    silent = covered = 0
    for label in labels:
        scene = scene_of(label)
        found = networks.read(scene.picture)
        same = tuple(sorted(f.value for f in found)) == label.values
        exact[label.group].append(same)
        passes = bool(found) and all(max(f.odds) > 0.9 and f.score > 0.4 for f in found)
        covered += passes
        silent += passes and not same
        if show is not None and not same:
            _show(scene, found, label, show)
    everything = [e for group in exact.values() for e in group]
    macro = np.mean([np.mean(v) for v in exact.values()])
    print(f"photographs {len(everything)}: exact {np.mean(everything):.3f}, macro {macro:.3f};", end=" ")
    print(f"all probabilities > 0.9: {covered}, of them wrong {silent}")
    for source, results in sorted(exact.items()):
        print(f"    {source}: {sum(results)}/{len(results)}")


def _show(scene: Scene, found: list[Found], label: Labelled, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    picture = scene.picture.copy()
    for f in found:
        x0, y0, x1, y1 = (int(v) for v in f.box)
        cv2.rectangle(picture, (x0, y0), (x1, y1), (0, 255, 0), 2)
        text = f"{f.value} {max(f.odds):.2f} {f.score:.2f}{' leans' if f.lean > 0.5 else ''}"
        cv2.putText(picture, text, (x0, max(y0 - 4, 12)), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 0, 255), 2)
    cv2.putText(picture, str(label.values), (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 255), 2)
    cv2.imwrite(str(folder / f"{label.path.parent.name[:12]}_{label.path.stem}.png"), picture)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("renders", type=Path)
    parser.add_argument("photos", type=Path, nargs="?")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--show", type=Path, help="folder for pictures of what went wrong")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    networks = Networks(given.models / "finder.onnx", given.models / "reader.onnx")
    on_stills([label for label in stills(given.renders) if held_out(label)], networks)
    if given.photos is not None:
        on_photographs(photographs(given.photos), networks, show=given.show)


if __name__ == "__main__":
    main()

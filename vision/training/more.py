"""Teaches a reader one of its last two answers anew (unlike.py, partly.py), and leaves all others as they are: two
small layers compute it from the features that the reader has anyhow (8x8 places of them, pooled to 4x4), and only these
learn.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import nn

from vision.imaging.crops import ENGINE, answered
from vision.probability import softmax
from vision.training.nets import LEVEL, READER_OUT

FEATURES = 96 * 4 * 4
STEPS, SIZE, RATE = 3000, 512, 3e-3
"""Steps, and samples and rate of each."""
NOISE = 0.1
"""Deviation of the noise that is added to features, in deviations of theirs."""
DROPPED = 0.2
"""Share of the features, and of the hidden numbers, that are left out of each step."""

Floats = NDArray[np.float32]


def arguments(usage: str | None) -> tuple[Path, Path, Path]:
    """Return what a command line of this `usage` names: the folder to learn from, the reader, and where the one that
    was taught goes, which is in the other's place if nothing is said. One core is used from then on.
    """
    parser = argparse.ArgumentParser(description=usage)
    parser.add_argument("folder", type=Path)
    parser.add_argument("reader", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    return given.folder, given.reader, given.out or given.reader


def seeing(reader: Path) -> Any:
    """Return a reader's network that gives its features behind the first READER_OUT of its answers."""
    model = onnx.load(reader)
    bounds = {"starts": 0, "ends": READER_OUT, "axes": 1}
    for name, number in bounds.items():
        model.graph.initializer.append(numpy_helper.from_array(np.array([number], np.int64), f"seen.{name}"))
    nodes = [
        helper.make_node("Slice", [_renamed(model, "seen.all"), *(f"seen.{name}" for name in bounds)], ["seen.first"]),
        helper.make_node("Flatten", [_pooled(model)], ["seen.features"], axis=1),
    ]
    _joined(model, nodes, ["seen.first", "seen.features"], READER_OUT + FEATURES)
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(model, Path(folder) / "seen.onnx")
        return cv2.dnn.readNetFromONNX(str(Path(folder) / "seen.onnx"), ENGINE)


def seen_by(net: Any, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return how likely (n,) a reader (see `seeing`) holds crops (n, CROP, CROP, 3) for no die, and its features (n,
    FEATURES).
    """
    answers = answered(net, list(crops), READER_OUT + FEATURES, np.zeros((len(crops), LEVEL), np.float32))
    return softmax(answers[:, :7])[:, 0], answers[:, READER_OUT:]


def fitted(yes: Floats, no: Sequence[tuple[Floats, float]], between: int, seed: int = 0) -> nn.Sequential:
    """Return two layers, with so many numbers `between` them, that answer from features (n, FEATURES) by the logit that
    they are those of `yes`, and not of one of the kinds of `no`, each with how much it counts.
    """
    torch.manual_seed(seed)
    features = torch.from_numpy(np.concatenate([*(each for each, _ in no), yes]))
    truth = torch.cat([torch.zeros(len(features) - len(yes)), torch.ones(len(yes))])
    total = sum(counts for _, counts in no)
    among = torch.cat([torch.full((len(each),), counts / len(each)) for each, counts in (*no, (yes, total))])
    middle, spread = features.mean(0), features.std(0) + 1e-2
    layers = nn.Sequential(nn.Linear(FEATURES, between), nn.ReLU(), nn.Linear(between, 1))
    optimiser = torch.optim.AdamW(layers.parameters(), lr=RATE, weight_decay=1.0)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    for _ in range(STEPS):
        some = torch.multinomial(among, SIZE, replacement=True)
        given = (features[some] - middle) / spread + NOISE * torch.randn(SIZE, FEATURES)
        hidden = nn.functional.dropout(layers[:2](nn.functional.dropout(given, DROPPED)), DROPPED)
        loss = nn.functional.binary_cross_entropy_with_logits(layers[2](hidden)[:, 0], truth[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        falling.step()
    with torch.no_grad():  # what comes is not reduced to deviations: the first layer does it
        layers[0].bias -= layers[0].weight @ (middle / spread)
        layers[0].weight /= spread
    return layers


def taught(reader: Path, name: str, layers: nn.Sequential, out: Path) -> None:
    """Write the reader with other layers for its answer of this name. Raises ValueError where it has no such answer, or
    layers of other sizes.
    """
    model = onnx.load(reader)
    for part, weights in layers.state_dict().items():
        known = f"{name}.{part}"
        found = [each for each in model.graph.initializer if _plain_name(each.name) == known]
        if len(found) != 1 or tuple(found[0].dims) != tuple(weights.shape):
            raise ValueError(f"this reader has no {known} of the shape {tuple(weights.shape)}")
        stored = numpy_helper.to_array(found[0]).dtype
        found[0].CopyFrom(numpy_helper.from_array(weights.numpy().astype(stored), found[0].name))
    onnx.save(model, out)


def _plain_name(name: str) -> str:
    return name.removesuffix("_16").removeprefix("reader.")


def _pooled(model: onnx.ModelProto) -> str:
    """Return the name of the features that the last pooling gives."""
    return next(str(node.output[0]) for node in reversed(model.graph.node) if node.op_type == "AveragePool")


def _renamed(model: onnx.ModelProto, name: str) -> str:
    """Give a reader's answers another name; return it."""
    last = next(node for node in model.graph.node if "answers" in node.output)
    last.output[0] = name
    return name


def _joined(model: onnx.ModelProto, nodes: list[onnx.NodeProto], names: list[str], width: int) -> None:
    """Add nodes to a reader's graph; its answers are the numbers of these `names` now, so many together, in place."""
    model.graph.node.extend(nodes)
    model.graph.node.append(helper.make_node("Concat", names, ["answers"], axis=1))
    model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = width

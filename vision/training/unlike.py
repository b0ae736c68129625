"""`python -m vision.training.unlike FOLDER READER.onnx [OUT.onnx]`: teaches a reader that is done one more answer: that
what looks like a die is none, but a domino's half, a tile, a brick or the like.

All other answers stay as they are: the new one is reckoned by two small layers from the features that the reader has
anyhow (8x8 places of them, pooled to 4x4), and only these layers learn, from the crops of lookalikes.py and from the
dice of the drawn scenes and the real pictures of FOLDER.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import nn

from vision.blobs import CROP, ENGINE, answered
from vision.odds import softmax
from vision.training.export import halve
from vision.training.nets import LEVEL, READER_OUT
from vision.training.samples import CUT, pieces
from vision.training.shards import load_only

FEATURES = 96 * 4 * 4
HIDDEN = 16
SHARDS = 30
"""Shards of drawn scenes whose dice are learned from, at most."""
STEPS, SIZE, RATE = 3000, 512, 3e-3
"""Steps, and samples and rate of each."""
ASIDE = 4
"""Pixels by which a die's crop is cut beside the middle of the stored one at most."""
NOISE = 0.1
"""Deviation of the noise that is added to features, in deviations of theirs."""
DROPPED = 0.2
"""Share of the features, and of the hidden numbers, that are left out of each step."""
PASSES, DIE = 0.9, 0.5
"""Lookalikes that the reader holds for no die with more than the first probability are left out, and dice that it
does not take for some with more than the second."""

Floats = NDArray[np.float32]


def seeing(reader: Path) -> Any:
    """Return a reader's network that gives its features behind its answers."""
    model = onnx.load(reader)
    _answer(model, [helper.make_node("Flatten", [_pooled(model)], ["features"], axis=1)], "features", FEATURES)
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(model, Path(folder) / "seen.onnx")
        return cv2.dnn.readNetFromONNX(str(Path(folder) / "seen.onnx"), ENGINE)


def seen_by(net: Any, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return how likely (n,) a reader (see `seeing`) holds crops (n, CROP, CROP, 3) for no die, and its features (n,
    FEATURES).
    """
    answers = answered(net, crops, READER_OUT + FEATURES, np.zeros((len(crops), LEVEL), np.float32))
    return softmax(answers[:, :7])[:, 0], answers[:, READER_OUT:]


def fitted(dice: Floats, others: Floats, seed: int = 0) -> nn.Sequential:
    """Return two layers that answer from features (n, FEATURES) by the logit that they are `others`', no dice's."""
    torch.manual_seed(seed)
    features = torch.from_numpy(np.concatenate([dice, others]))
    truth = torch.cat([torch.zeros(len(dice)), torch.ones(len(others))])
    among = torch.cat([torch.full((len(dice),), 0.5 / len(dice)), torch.full((len(others),), 0.5 / len(others))])
    middle, spread = features.mean(0), features.std(0) + 1e-2
    layers = nn.Sequential(nn.Linear(FEATURES, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
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


def taught(reader: Path, layers: nn.Sequential, out: Path) -> None:
    """Write the reader with one more answer, that of the layers to its features. Raises ValueError where it has it."""
    model = onnx.load(reader)
    for name, weights in layers.state_dict().items():
        model.graph.initializer.append(numpy_helper.from_array(weights.numpy(), f"like.{name}"))
    nodes = [
        helper.make_node("Flatten", [_pooled(model)], ["like.flat"], axis=1),
        helper.make_node("Gemm", ["like.flat", "like.0.weight", "like.0.bias"], ["like.hidden"], transB=1),
        helper.make_node("Relu", ["like.hidden"], ["like.seen"]),
        helper.make_node("Gemm", ["like.seen", "like.2.weight", "like.2.bias"], ["like.answer"], transB=1),
    ]
    _answer(model, nodes, "like.answer", 1)
    onnx.save(model, out)
    halve(out)


def _pooled(model: onnx.ModelProto) -> str:
    """Return the name of the features that the last pooling gives."""
    return next(str(node.output[0]) for node in reversed(model.graph.node) if node.op_type == "AveragePool")


def _answer(model: onnx.ModelProto, nodes: list[onnx.NodeProto], name: str, more: int) -> None:
    """Add nodes to a reader's graph, and the numbers they give under the `name`, so many `more`, behind its answers, in
    place.
    """
    graph = model.graph
    answers = graph.output[0].type.tensor_type.shape.dim[1]
    if answers.dim_value != READER_OUT:
        raise ValueError(f"this reader gives {answers.dim_value} answers, not {READER_OUT}: it was taught already")
    last = next(node for node in graph.node if "answers" in node.output)
    last.output[0] = "answers.read"
    graph.node.extend(nodes)
    graph.node.append(helper.make_node("Concat", ["answers.read", name], ["answers"], axis=1))
    answers.dim_value += more


def samples(folder: Path, reader: Path) -> tuple[Floats, Floats]:
    """Return the features (n, FEATURES) of dice and (m, FEATURES) of what looks like some to the reader."""
    rng, net = np.random.default_rng(2029), seeing(reader)
    dice = []
    for path in sorted(folder.glob("real000[01].npz")) + sorted(folder.glob("shard*.npz"))[:SHARDS]:
        crops, truth = load_only(path, ("crops", "truth"))
        none, features = seen_by(net, cut_aside(crops[truth[:, 0] > 0], rng, ASIDE))
        dice.append(features[none < DIE])
    others = []
    for path in sorted(folder.glob("lookalike*.npz")):
        with np.load(path) as file:
            none, features = seen_by(net, cut_aside(file["crops"], rng, 0))
        others.append(features[none < PASSES])
    return np.concatenate(dice), np.concatenate(others)


def cut_aside(crops: NDArray[np.uint8], rng: np.random.Generator, aside: int) -> NDArray[np.uint8]:
    """Return pieces (n, CROP, CROP, 3) of stored crops (n, CUT, CUT, 3), cut up to `aside` px beside the middle, half
    of them mirrored.
    """
    corners = (CUT - CROP) // 2 + rng.integers(-aside, aside + 1, (len(crops), 2))
    return pieces(crops, corners, rng.random(len(crops)) < 0.5)


def main() -> None:
    """Teach a reader and say how well it tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("reader", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    dice, others = samples(given.folder, given.reader)
    layers = fitted(dice, others)
    taught(given.reader, layers, given.out or given.reader)
    with torch.no_grad():
        told = [float((layers(torch.from_numpy(each)) > 0).float().mean()) for each in (dice, others)]
    print(f"held for none: {told[0]:.1%} of {len(dice)} dice, {told[1]:.1%} of {len(others)} others")


if __name__ == "__main__":
    main()

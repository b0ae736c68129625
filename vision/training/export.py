"""`python -m vision.training.export finder|reader|poser WEIGHTS.pt OUT.onnx [--temperature T]`: writes the file that
cv2.dnn runs, and checks that it agrees.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional as f

from vision.blobs import AT_ONCE, CROP, ENGINE
from vision.poser import POSES_AT_ONCE
from vision.training.nets import LEVEL, Finder, Poser, Reader
from vision.training.samples import CELL

NEAR = 0.05
"""Answers of the file and of the trained network differ by less: weights are rounded to 16 bits."""
FEW = 1000
"""Arrays of no more numbers than this stay as they are."""
_INPUTS = {
    "finder": ({"picture": (1, 3, 192, 320)}, "cells"),
    "reader": ({"crops": (AT_ONCE, 3, CROP, CROP), "level": (AT_ONCE, LEVEL)}, "answers"),
    "poser": ({"crops": (POSES_AT_ONCE, 3, CROP, CROP)}, "answers"),
}
"""Names and shapes of what goes in (the finder's height and width may be others), and the name of what comes out."""


class Abreast(nn.Module):
    """A trained reader for AT_ONCE = 4 crops: the same answers, but its last convolutions, on 8x8 places, are done for
    all four together, side by side in 18x18 with a row and a column of zeros behind each. OpenCV does convolutions by
    Winograd's method only on maps of 12x12 places and more, and then takes a third of the time for each place.
    """

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        used = torch.tensor(([1.0] * 8 + [0.0]) * 2)
        self.register_buffer("used", used[:, None] * used)

    def forward(self, crops: Tensor, level: Tensor) -> Tensor:
        """See Reader.forward."""
        residual, rest = self.reader.body[4], self.reader.body[5:]
        first, second, third, fourth = f.pad(self.reader.informed(crops, level), (0, 1, 0, 1)).split(1)
        together = torch.cat([torch.cat([first, second], 3), torch.cat([third, fourth], 3)], 2)
        together = f.relu(together + residual.second(residual.first(together) * self.used))
        apart = torch.cat([piece for row in _twice(together, 2) for piece in _twice(row, 3)])
        return self.reader.answered(rest(apart))


def _twice(side_by_side: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    first, _, second, _ = side_by_side.split([8, 1, 8, 1], axis)
    return first, second


def export(network: str, weights: Path, out: Path, temperature: float = 1.0) -> float:
    """Write the ONNX file; return the largest difference between torch and cv2.dnn on a random input. Raises
    ValueError when they differ.
    """
    model: torch.nn.Module = {"finder": Finder, "reader": Reader, "poser": Poser}[network]()
    model.load_state_dict(torch.load(weights))
    model.eval()
    if isinstance(model, Reader):
        model.cooling[:7] = 1 / temperature
    shapes, got = _INPUTS[network]
    examples = {name: torch.rand(shape) for name, shape in shapes.items()}
    axes = {"picture": {2: "h", 3: "w"}, "cells": {2: f"h/{CELL}", 3: f"w/{CELL}"}} if network == "finder" else {}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Constant folding", UserWarning)  # of f.pad: folded or not, it is the same
        torch.onnx.export(
            Abreast(model).eval() if isinstance(model, Reader) else model,
            tuple(examples.values()),
            str(out),
            opset_version=17,
            dynamo=False,
            input_names=list(shapes),
            output_names=[got],
            dynamic_axes=axes,
        )
    halve(out)
    net = cv2.dnn.readNetFromONNX(str(out), ENGINE)
    for name, example in examples.items():
        net.setInput(example.numpy(), name)
    with torch.no_grad():
        apart = float(np.abs(net.forward() - model(*examples.values()).numpy()).max())
    if apart > NEAR:
        raise ValueError(f"cv2.dnn and torch differ by {apart}")
    return apart


def halve(path: Path) -> None:
    """Store the weights of an ONNX file as 16-bit numbers, each cast back to 32 bits when the network is loaded."""
    model = onnx.load(path)
    graph, casts = model.graph, []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > FEW:
            small = f"{weights.name}_16"
            graph.initializer.remove(weights)
            graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), small))
            casts.append(helper.make_node("Cast", [small], [weights.name], to=TensorProto.FLOAT))
    for number, cast in enumerate(casts):
        graph.node.insert(number, cast)
    onnx.save(model, path)


def main() -> None:
    """Export and say how large the file is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=tuple(_INPUTS))
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    given = parser.parse_args()
    apart = export(given.network, given.weights, given.out, given.temperature)
    print(f"{given.out}: {given.out.stat().st_size} bytes, differs by {apart:.1e}")


if __name__ == "__main__":
    main()

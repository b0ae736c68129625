"""`python -m vision.training.export finder|reader WEIGHTS.pt OUT.onnx [--temperature T]`: writes the file that
cv2.dnn runs, and checks that it agrees.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision.network import ENGINE
from vision.training.nets import LEVEL, Finder, Reader
from vision.training.samples import CELL

NEAR = 0.05
"""Answers of the file and of the trained network differ by less: weights are rounded to 16 bits."""
FEW = 1000
"""Arrays of no more numbers than this stay as they are."""
_INPUTS = {
    "finder": ({"picture": (1, 3, 192, 320)}, "cells"),
    "reader": ({"crops": (1, 3, 64, 64), "level": (1, LEVEL)}, "answers"),
}
"""Names and shapes of what goes in (the finder's height and width may be others), and the name of what comes out."""


def export(network: str, weights: Path, out: Path, temperature: float = 1.0) -> float:
    """Write the ONNX file; return the largest difference between torch and cv2.dnn on a random input. Raises
    ValueError when they differ.
    """
    model: torch.nn.Module = Finder() if network == "finder" else Reader()
    model.load_state_dict(torch.load(weights))
    model.eval()
    if isinstance(model, Reader):
        model.cooling[:7] = 1 / temperature
    shapes, got = _INPUTS[network]
    examples = {name: torch.rand(shape) for name, shape in shapes.items()}
    axes = {"picture": {2: "h", 3: "w"}, "cells": {2: f"h/{CELL}", 3: f"w/{CELL}"}} if network == "finder" else {}
    torch.onnx.export(
        model,
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

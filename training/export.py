"""`python -m training.export finder|reader|poser WEIGHTS.pt OUT.onnx [--temperature T]`: writes the file that
cv2.dnn runs, and compares its outputs with the network's.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from training.nets import LEVEL, Finder, Poser, Reader
from training.quick import QuickFinder, QuickPoser, QuickReader
from training.samples import CELL
from vision.imaging.crops import AT_ONCE, CROP, ENGINE, folded, planes
from vision.pose.pose_net import POSES_AT_ONCE

NEAR = 0.05
"""Largest difference between the outputs of the file and of the trained network: weights are rounded to 16 bits."""
FEW = 3000
"""Largest size of an array that is stored in 32 bits: the weights of the first layers, which take bytes, are too
small for 16 bits.
"""
_TRAINED = {"finder": Finder, "reader": Reader, "poser": Poser}
_QUICK = {"finder": QuickFinder, "reader": QuickReader, "poser": QuickPoser}


def export(network: str, weights: Path, out: Path, temperature: float = 1.0) -> float:
    """Write the ONNX file; return the largest difference between torch and cv2.dnn on a random input. Raises ValueError
    if it exceeds NEAR.
    """
    model: torch.nn.Module = _TRAINED[network]()
    model.load_state_dict(torch.load(weights))
    model.eval()
    if isinstance(model, Reader):
        model.cooling[:7] = 1 / temperature
    given, seen = _example(network)
    axes = {"picture": {2: "h", 3: "w"}, "cells": {2: f"h/{CELL}", 3: f"w/{CELL}"}} if network == "finder" else {}
    quick: Any = _QUICK[network](model)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Constant folding", UserWarning)  # of f.pad: folded or not, it is the same
        warnings.simplefilter("ignore", torch.jit.TracerWarning)  # the number of crops is fixed
        torch.onnx.export(
            quick.eval(),
            tuple(map(torch.from_numpy, given.values())),
            str(out),
            opset_version=17,
            dynamo=False,
            input_names=list(given),
            output_names=["cells" if network == "finder" else "answers"],
            dynamic_axes=axes,
        )
    halve(out)
    net = cv2.dnn.readNetFromONNX(str(out), ENGINE)
    for name, example in given.items():
        net.setInput(example, name)
    with torch.no_grad():
        apart = float(np.abs(net.forward() - model(*seen).numpy()).max())
    if apart > NEAR:
        raise ValueError(f"cv2.dnn and torch differ by {apart}")
    return apart


def _example(network: str) -> tuple[dict[str, NDArray[Any]], list[Tensor]]:
    """Return random inputs of a network's file by name (the finder's height and width are variable), and the same
    inputs for the trained network.
    """
    chance = np.random.default_rng(0)
    if network == "finder":
        picture = planes(chance.integers(0, 256, (192, 320, 3), np.uint8))
        return {"picture": picture}, [torch.from_numpy(picture) / 255 - 0.5]
    crops = chance.integers(0, 256, (AT_ONCE if network == "reader" else POSES_AT_ONCE, CROP, CROP, 3), np.uint8)
    given: dict[str, NDArray[Any]] = {"crops": np.stack([folded(crop) for crop in crops])}
    seen = [torch.from_numpy(crops.transpose(0, 3, 1, 2)) / 255 - 0.5]
    if network == "reader":
        given["level"] = chance.random((AT_ONCE, LEVEL), np.float32)
        seen.append(torch.from_numpy(given["level"]))
    return given, seen


def halve(path: Path) -> None:
    """Store the weights of an ONNX file as 16-bit numbers, each cast to 32 bits when the network is loaded."""
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
    """Export and print the size of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=tuple(_TRAINED))
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    given = parser.parse_args()
    apart = export(given.network, given.weights, given.out, given.temperature)
    print(f"{given.out}: {given.out.stat().st_size} bytes, differs by {apart:.1e}")


if __name__ == "__main__":
    main()

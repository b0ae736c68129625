"""Compare OpenCV's engine with ONNX Runtime and OpenVINO on the shipped networks: answers and time on one core.

usage: pip install onnxruntime openvino; python bench/vision_engines.py [--times 60]

For each network and engine: milliseconds of processor time (median; engines take turns, so that other load hardly
matters), the speed relative to OpenCV, and the largest difference of the outputs. OpenVINO runs in 32 bits and in its
default, bfloat16 if the processor has it. An engine that is not installed is left out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from vision.imaging.crops import AT_ONCE, ENGINE, FOLDED, MODELS

Run = Callable[[dict[str, np.ndarray]], np.ndarray]
INPUTS: dict[str, dict[str, tuple[int, ...]]] = {
    "finder": {"picture": (1, 3, 384, 640)},
    "reader": {"crops": (AT_ONCE, *FOLDED), "level": (AT_ONCE, 3)},
    "poser": {"crops": (2, *FOLDED)},
    "objects": {"picture": (1, 3, 192, 320)},
}
"""The networks, and the shapes that a picture of 1280x720 gives them at the finest level."""


def opencv(path: Path) -> Run:
    net: Any = cv2.dnn.readNetFromONNX(str(path), ENGINE)

    def run(given: dict[str, np.ndarray]) -> np.ndarray:
        for name, array in given.items():
            net.setInput(array, name)
        return np.array(net.forward())

    return run


def onnx_runtime(path: Path) -> Run:
    import onnxruntime  # noqa: PLC0415  it may be missing

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return lambda given: session.run(None, given)[0]


def openvino(path: Path, **config: str) -> Run:
    import openvino as ov  # noqa: PLC0415  it may be missing

    settings = {"INFERENCE_NUM_THREADS": "1", "PERFORMANCE_HINT": "LATENCY", **config}
    request = ov.Core().compile_model(str(path), "CPU", settings).create_infer_request()
    return lambda given: np.array(next(iter(request.infer(given).values())))


ENGINES: dict[str, tuple[str, Callable[[Path], Run]]] = {
    "OpenCV": ("cv2", opencv),
    "ONNX Runtime": ("onnxruntime", onnx_runtime),
    "OpenVINO, 32 bits": ("openvino", lambda path: openvino(path, INFERENCE_PRECISION_HINT="f32")),
    "OpenVINO": ("openvino", openvino),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=60)
    times = parser.parse_args().times
    cv2.setNumThreads(1)
    rng = np.random.default_rng(0)
    print("| network | engine | ms | times as fast | differs by |")
    for network, shapes in INPUTS.items():
        given = {
            name: rng.random(shape, np.float32) if name == "level" else rng.integers(0, 256, shape, np.uint8)
            for name, shape in shapes.items()
        }
        runs = {name: make(MODELS / f"{network}.onnx") for name, (module, make) in ENGINES.items() if find_spec(module)}
        answers = {name: run(given) for name, run in runs.items()}
        taken: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(times):
            for name, run in runs.items():
                began = time.process_time()
                run(given)
                taken[name].append(1000 * (time.process_time() - began))
        base = statistics.median(taken["OpenCV"])
        for name, each in taken.items():
            ms, apart = statistics.median(each), float(np.abs(answers[name] - answers["OpenCV"]).max())
            print(f"| {network} | {name} | {ms:.2f} | {base / ms:.2f} | {apart:.1e} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

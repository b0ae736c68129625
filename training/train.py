"""`python -m training.train finder|reader|poser FOLDER OUT.pt --steps N`: trains one network on the shards of a
folder.

It uses one core, bfloat16 if the processor has it (muon.py), rates that rise and fall once over a fixed number of
steps, and a running mean of the weights as the result. With `--device cuda` it trains on an accelerator, with
`--processes` that make the batches in parallel.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch import Tensor

from training.batches import Batches
from training.losses import finder_loss, pose_loss, reader_loss
from training.muon import arithmetic
from training.nets import Finder, Poser, Reader
from training.optimiser import Optimiser
from training.shipped import normalised, shipped

_MEAN_OVER = 0.998
_NETWORKS: dict[str, type[torch.nn.Module]] = {"finder": Finder, "reader": Reader, "poser": Poser}
_ENDS = {"finder": ("stem.0", "out"), "reader": ("head.4", "told"), "poser": ("heat", "head.6")}
"""The layers that Muon does not train: the output layers, and the few weights of the finder's first."""
_SHOWN_EVERY = 100
"""Steps between two printed lines."""


def train(
    network: str,
    batches: Iterator[tuple[Tensor, ...]],
    *,
    steps: int,
    rate: float,
    seed: int,
    start: Path | None = None,
    device: str = "cpu",
    minutes: float = math.inf,
) -> torch.nn.Module:
    """Return the trained network (the running mean of its weights), on the processor. Training continues from the
    weights or the shipped file `start` if given, and ends after these `steps` or `minutes`, whichever is sooner.
    """
    torch.manual_seed(seed)
    model = _begun(network, start, batches)
    model = model.to(device, memory_format=torch.channels_last).train()
    mean = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_MEAN_OVER), use_buffers=True
    )
    optimiser = Optimiser(model, _ENDS[network], rate, steps)
    begun = time.monotonic()
    for step, batch in enumerate(itertools.islice(batches, steps)):
        progress = (time.monotonic() - begun) / (60 * minutes)
        if progress > 1:
            print(f"{network} ended at step {step} of {steps}", flush=True)
            break
        loss, parts = _loss(network, model, [each.to(device, non_blocking=True) for each in batch])
        optimiser.step(loss, progress)
        mean.update_parameters(model)
        if step % _SHOWN_EVERY == 0 or step == steps - 1:
            shown = " ".join(f"{name} {part.item():.4f}" for name, part in parts.items())
            taken = f"{time.monotonic() - begun:.0f}s ({time.process_time():.0f}s at work)"
            print(f"{network} {step}/{steps} {taken} loss {loss.item():.4f} {shown}", flush=True)
    trained: torch.nn.Module = mean.module
    return trained.to("cpu")


def _begun(network: str, start: Path | None, batches: Iterator[tuple[Tensor, ...]]) -> torch.nn.Module:
    """Return the network to train: new, or with weights that exist."""
    if start is not None and start.suffix == ".onnx":
        model = shipped(network, start)
        pictures, _, *more = next(batches)
        normalised(model, (pictures.float(), *more[1:]))
        return model
    model = _NETWORKS[network]()
    if start is not None:
        model.load_state_dict(torch.load(start))
    return model


def _loss(network: str, model: torch.nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a batch, and its parts."""
    pictures, truth, *more = batch
    kind = arithmetic(pictures.device.type)
    with torch.autocast(pictures.device.type, dtype=torch.bfloat16, enabled=kind is torch.bfloat16):
        answers = model(pictures.to(kind), *more[1:]).float()
    if network == "finder":
        return finder_loss(answers, truth)
    if network == "poser":
        return pose_loss(answers, truth)
    return reader_loss(answers, truth, more[0])


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=tuple(_NETWORKS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--size", type=int, default=64, help="samples per step")
    parser.add_argument("--rate", type=float, default=6e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real-share", type=float, default=0.2)
    parser.add_argument("--turned", type=float, default=0.0, help="share of the reader's crops that are turned")
    parser.add_argument("--start", type=Path, help="weights to go on from, or a shipped file")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--processes", type=int, default=0, help="that make the batches; 0: the one that trains")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which training ends")
    given = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    cv2.setRNGSeed(given.seed)
    batches = Batches(
        given.network, given.folder, given.size, seed=given.seed, real_share=given.real_share, turned=given.turned
    )
    print(f"{len(batches)} drawn samples", flush=True)
    model = train(
        given.network,
        batches.made_by(given.processes, pinned=given.device != "cpu"),
        steps=given.steps,
        rate=given.rate,
        seed=given.seed,
        start=given.start,
        device=given.device,
        minutes=given.minutes,
    )
    torch.save(model.state_dict(), given.out)


if __name__ == "__main__":
    main()

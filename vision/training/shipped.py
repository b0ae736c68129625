"""The shipped networks as networks that can learn on: their weights, read back from the files that OpenCV runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.nets import Finder, Reader

_WHITE = 255.0
"""The files take bytes, the networks numbers of a range of 1."""


def shipped(network: str, path: Path) -> nn.Module:
    """Return the network ("finder" or "reader") whose answers the file gives. Batch normalisation does nothing in it:
    see `normalised`. Raises ValueError where the file is of another network.
    """
    weights = _weights(path)
    model: nn.Module = Finder() if network == "finder" else Reader()
    filled = _filled(model, weights, network)
    if filled != len(list(model.parameters())):
        raise ValueError(f"{path} is no {network}: {filled} arrays fit")
    return model.eval()


def _weights(path: Path) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a file by the names of what uses them, convolutions by their number."""
    model = onnx.load(path)
    arrays = {each.name: numpy_helper.to_array(each).astype(np.float32) for each in model.graph.initializer}
    arrays |= {name.removesuffix("_16"): array for name, array in arrays.items()}
    found: dict[str, NDArray[np.float32]] = {}
    folded = (node for node in model.graph.node if node.op_type == "Conv")
    number = 0
    for node in folded:
        weight, bias = node.input[1], node.input[2]
        if weight.startswith("onnx::"):
            found[f"{number}.weight"], found[f"{number}.bias"] = arrays[weight], arrays[bias]
            number += 1
    return found | {name: array for name, array in arrays.items() if not name.startswith("onnx::")}


def _filled(model: nn.Module, weights: dict[str, NDArray[np.float32]], network: str) -> int:
    """Put the weights where they belong; return how many parameters were set."""
    filled = number = 0
    named = dict(model.named_modules())
    for module in _pairs(model, network):
        convolution, normal = module[0], module[1]
        weight = torch.from_numpy(weights[f"{number}.weight"].copy())
        if number == 0:
            weight = weight * _WHITE if network == "finder" else _strided(weight) * _WHITE
        convolution.weight.data = weight
        normal.weight.data.fill_(1.0)
        normal.weight.data *= (1.0 + normal.eps) ** 0.5
        normal.bias.data = torch.from_numpy(weights[f"{number}.bias"].copy())
        number, filled = number + 1, filled + 3
    for name, module in named.items():
        plain = isinstance(module, nn.Linear) or (isinstance(module, nn.Conv2d) and module.bias is not None)
        if not plain:
            continue
        known = name if name.split(".")[0] in ("like", "part") else f"{network}.{name}"
        for part in ("weight", "bias"):
            array = weights.get(f"{known}.{part}", np.zeros(tuple(getattr(module, part).shape), np.float32))
            getattr(module, part).data = torch.from_numpy(array.copy()).reshape(getattr(module, part).shape)
            filled += 1
    return filled


def _pairs(model: nn.Module, network: str) -> list[nn.Module]:
    """Return the convolutions that are normalised, in the order in which pictures pass them."""
    found = [
        module
        for module in model.modules()
        if isinstance(module, nn.Sequential)
        and len(module) > 1
        and isinstance(module[0], nn.Conv2d)
        and isinstance(module[1], nn.BatchNorm2d)
    ]
    if network != "finder":
        return found
    mixing = list(model.mix)
    return [module for module in found if all(module is not other for other in mixing)] + mixing[::-1]


def _strided(folded: Tensor) -> Tensor:
    """Return the weights (n, 3, 5, 5) of a convolution with stride 2 from those of folded pictures: undoes
    `quick.unstrided`.
    """
    outputs = folded.shape[0]
    pixels = folded.reshape(outputs, 2, 2, 3, 3, 3).permute(0, 3, 4, 1, 5, 2).reshape(outputs, 3, 6, 6)
    return pixels[..., :5, :5].contiguous()


def normalised(model: nn.Module, answer: Callable[[], object], times: int) -> None:
    """Let the normalisation, which does nothing, normalise what it sees while `answer` shows the model a batch, so many
    times, and do what undoes this: the answers stay the same, and from then on it can learn.
    """
    layers = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    sums: dict[nn.Module, list[tuple[Tensor, Tensor]]] = {layer: [] for layer in layers}

    def seen(layer: nn.Module, given: tuple[Tensor, ...], _: Tensor) -> None:
        x = given[0].float()
        sums[layer].append((x.mean((0, 2, 3)), (x * x).mean((0, 2, 3))))

    hooks = [layer.register_forward_hook(seen) for layer in layers]
    with torch.no_grad():
        for _ in range(times):
            answer()
    for hook in hooks:
        hook.remove()
    for layer, statistics in sums.items():
        mean, square = (torch.stack(each).mean(0) for each in zip(*statistics, strict=True))
        variance = (square - mean * mean).clamp(min=1e-4)
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(variance)
        layer.bias.data += mean
        layer.weight.data = torch.sqrt(variance + layer.eps)

"""The weights of a shipped file, to continue its training.

A file holds convolutions with their normalisation folded in, the bytes' scale in the first one, and most weights in 16
bits. The scale is undone exactly; each normalisation becomes one that changes nothing but adds the bias, until
`normalised` gives it the statistics of a batch.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from training.nets import Finder, Reader

_WHITE = 255.0
_NETWORKS: dict[str, type[Finder | Reader]] = {"finder": Finder, "reader": Reader}
_FOLDED = {"reader": "body.0.0"}
"""The first layer that takes folded crops (`quick.unstrided`)."""
_FIRST = {"finder": "stem.0.0", "reader": "body.0.0"}
_LENGTH = 2.0
"""Length of the weights of each output of a normalised convolution: its size means nothing, but sets how far a step of
Muon moves it.
"""

Floats = NDArray[np.float32]


def shipped(network: str, path: Path) -> nn.Module:
    """Return the network of a file, in evaluation mode. Raises ValueError for a file of another network."""
    graph = onnx.load(path).graph
    stored = {each.name.removesuffix("_16"): numpy_helper.to_array(each) for each in graph.initializer}
    model: nn.Module = _NETWORKS[network]()
    state = model.state_dict()
    folded = [node for node in graph.node if node.op_type == "Conv" and node.input[1].startswith("onnx::")]
    pairs = _normalised_layers(model)
    if len(folded) != len(pairs):
        raise ValueError(f"{path} has {len(folded)} convolutions of {len(pairs)}")
    for node, (convolution, normalisation) in zip(folded, pairs, strict=True):
        weights = stored[node.input[1]].astype(np.float32)
        if convolution == _FIRST[network]:
            weights = _WHITE * (_strided(weights) if convolution == _FOLDED.get(network) else weights)
        _set(state, f"{convolution}.weight", weights)
        _set(state, f"{normalisation}.bias", stored[node.input[2]])
        state[f"{normalisation}.running_var"].fill_(1.0 - _EPSILON)
    for name in state:
        if f"{network}.{name}" in stored:
            _set(state, name, stored[f"{network}.{name}"])
    model.load_state_dict(state)
    return model.eval()


_EPSILON = nn.BatchNorm2d(1).eps


def _set(state: dict[str, Tensor], name: str, values: Floats) -> None:
    if tuple(state[name].shape) != values.shape:
        raise ValueError(f"{name} is {values.shape}, not {tuple(state[name].shape)}")
    state[name] = torch.from_numpy(values.astype(np.float32))


def _normalised_layers(model: nn.Module) -> list[tuple[str, str]]:
    """Return the names of the convolutions with a normalisation, in order of use, and of that."""
    used = list[str]()
    names = {module: name for name, module in model.named_modules()}
    watch = [
        module.register_forward_hook(lambda module, _, __: used.append(names[module]))
        for module in model.modules()
        if isinstance(module, nn.BatchNorm2d)
    ]
    given = (
        (torch.zeros(1, 3, 64, 64), torch.zeros(1, 3)) if isinstance(model, Reader) else (torch.zeros(1, 3, 64, 64),)
    )
    with torch.no_grad():
        model.eval()(*given)
    for each in watch:
        each.remove()
    return [(f"{name.rpartition('.')[0]}.0", name) for name in used]


def _strided(weights: Floats) -> Floats:
    """Undo `quick.unstrided` but for the scale: return (n, 3, 5, 5) for weights (n, 12, 3, 3) of folded crops."""
    outputs, inputs = weights.shape[0], weights.shape[1] // 4
    pixels = weights.reshape(outputs, 2, 2, inputs, 3, 3).transpose(0, 3, 4, 1, 5, 2)
    return np.ascontiguousarray(pixels.reshape(outputs, inputs, 6, 6)[..., :5, :5])


def normalised(model: nn.Module, given: tuple[Tensor, ...]) -> None:
    """Give each normalisation the statistics of a batch, and its convolution weights of equal lengths; the answers stay
    the same in evaluation mode, and nearly so in training.
    """
    known = dict(model.named_modules())
    layers = [(known[convolution], known[each]) for convolution, each in _normalised_layers(model)]
    seen = dict[nn.Module, tuple[Tensor, Tensor]]()

    def note(module: nn.Module, inputs: tuple[Tensor, ...], _: Tensor) -> None:
        seen[module] = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))

    watch = [each.register_forward_hook(note) for _, each in layers]
    with torch.no_grad():
        model.eval()(*given)
        for each in watch:
            each.remove()
        for convolution, normalisation in layers:
            mean, spread = seen[normalisation]
            longer = _LENGTH / convolution.weight.flatten(1).norm(dim=1).clamp(min=1e-6)
            convolution.weight *= longer[:, None, None, None]
            normalisation.running_mean.copy_(mean * longer)
            normalisation.running_var.copy_(spread * longer**2)
            normalisation.weight.copy_(torch.sqrt(spread * longer**2 + normalisation.eps) / longer)
            normalisation.bias += mean

"""The loss functions of the networks."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as f

from training.samples import CELL, CROP
from vision.pose.pose_net import HALF_EDGE, HEAT, PLACES, POINTS
from vision.probability import LOG_DEVIATIONS

_OPINION = 0.12
"""Weight of the finder's own value logits, which are only a second estimate beside the reader's."""
_UNIT = 16.0
"""Unit of the finder's boxes: width and height are 16 exp(.) px."""
_BESIDE = torch.tensor([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
"""The cells whose box and value are trained: that of a die's middle and, with smaller weight, its four neighbours."""
_SHARES = torch.tensor([1.0, 0.3, 0.3, 0.3, 0.3])
_BOX = torch.tensor([0.5, 0.5, 1.0, 1.0])
"""Weights of place and size in the finder's loss."""
_PLACES = 8.0
"""Weight of the poser's two points relative to the upright that follows from them."""


def finder_targets(dice: Tensor, height: int, width: int) -> tuple[Tensor, Tensor]:
    """Return the target heat map (n, h, w) in 0-1 and its weight (n, h, w), for dice (n, most, 6) as in samples.Tile.

    Each die is a Gaussian with its peak 1 at the middle's cell. Where the weight is 0 (hardly visible dice) nothing is
    trained.
    """
    used = dice[..., 2] > 0
    first = used.int().argsort(dim=1, descending=True, stable=True)[:, : max(1, int(used.sum(1).max()))]
    dice = dice.gather(1, first[..., None].expand(-1, -1, dice.shape[2]))  # unused rows cost time
    ys = (torch.arange(height, device=dice.device) + 0.5).view(1, 1, height, 1) * CELL
    xs = (torch.arange(width, device=dice.device) + 0.5).view(1, 1, 1, width) * CELL
    cx, cy, w, h = (dice[..., i, None, None] for i in range(4))
    there = (w > 0).float()
    column = (cx / CELL).floor() * CELL + CELL / 2
    row = (cy / CELL).floor() * CELL + CELL / 2
    spread_x, spread_y = (w * 0.16).clamp(min=1.2), (h * 0.16).clamp(min=1.2)
    across, down = torch.exp(-0.5 * ((xs - column) / spread_x) ** 2), torch.exp(-0.5 * ((ys - row) / spread_y) ** 2)
    bump = across * (down * there)
    sure = dice[..., 5, None, None]
    inside = (((xs - cx).abs() < w * 0.5) & ((ys - cy).abs() < h * 0.5) & (sure == 0) & (there > 0)).any(1)
    return (bump * sure).amax(1), 1.0 - inside.float()


def finder_loss(out: Tensor, dice: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of finder outputs (n, 11, h, w): focal loss of the heat map (in the form of Law and Deng), L1 of
    place and size, cross-entropy of the value.
    """
    height, width = out.shape[2:]
    heat, weight = finder_targets(dice, height, width)
    spot = _spot_loss(out[:, 0], heat, weight)
    which, place = torch.nonzero((dice[..., 2] > 0) & (dice[..., 5] > 0), as_tuple=True)
    if not len(which):
        return spot, {"spot": spot.detach()}
    rest = _rest_loss(out, which, dice[which, place])
    return spot + rest, {"spot": spot.detach(), "rest": rest.detach()}


def _spot_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    p = logits.sigmoid().clamp(1e-5, 1 - 1e-5)
    peak = heat > 0.999
    near = (weight * (1 - heat) ** 4 * p**2 * torch.log(1 - p)).masked_fill(peak, 0.0)
    at_peaks = p[peak]
    hits = weight[peak] * (1 - at_peaks) ** 2 * torch.log(at_peaks)
    return -(near.sum() + hits.sum()) / max(len(at_peaks), 1)


def _rest_loss(out: Tensor, which: Tensor, dice: Tensor) -> Tensor:
    """Return the loss of place, size and value of `dice` (m, 6) in the pictures `which` (m,), at the cell of each die's
    middle and its four neighbours.
    """
    height, width = out.shape[2:]
    middle = dice[:, :2] / CELL
    cells = middle.floor().long() + _BESIDE.to(dice.device)[:, None]
    columns, rows = cells[..., 0].clamp(0, width - 1), cells[..., 1].clamp(0, height - 1)
    got = out[which[None], :, rows, columns]  # (5, m, 11)
    place = middle - torch.stack([columns, rows], 2) - 0.5
    size = torch.log(dice[:, 2:4] / _UNIT).expand_as(place)
    off = f.smooth_l1_loss(got[..., 1:5], torch.cat([place, size], 2), beta=0.1, reduction="none")
    losses = (off * _BOX.to(dice.device)).sum(2).mean(1)
    known = dice[:, 4] > 0
    if known.any():
        values = (dice[known, 4].long() - 1).expand(len(cells), -1)
        losses = losses + _OPINION * f.cross_entropy(got[:, known, 5:11].mT, values, reduction="none").mean(1)
    return (_SHARES.to(dice.device) * losses).sum()


def reader_loss(out: Tensor, truth: Tensor, shift: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of reader outputs (n, 28) for truths (n, 13) as in samples.Crop; `shift` (n, 2) is the corner of
    the input in the stored crop.
    """
    value, cocked, colour, turn = truth[:, 0].long(), truth[:, 1], truth[:, 2].long(), truth[:, 7:9]
    total = f.cross_entropy(out[:, :7], value, ignore_index=-1)
    parts = {"value": total.detach()}
    known = cocked >= 0
    if known.any():
        lean = f.binary_cross_entropy_with_logits(out[known, 7], cocked[known])
        total, parts["lean"] = total + 0.1 * lean, lean.detach()
    named = colour >= 0
    if named.any():
        shade = f.cross_entropy(out[named, 8:18], colour[named])
        total, parts["colour"] = total + 0.4 * shade, shade.detach()
    die = truth[:, 5] > 0
    if die.any():
        box = (truth[die, 3:7] - shift[die].repeat(1, 2)) / 64
        place = f.smooth_l1_loss(out[die, 18:22], box, beta=0.03)
        total, parts["box"] = total + 5 * place, place.detach()
    turned = turn.abs().sum(1) > 0
    if turned.any():
        angle = f.mse_loss(out[turned, 22:24], turn[turned])
        total, parts["turn"] = total + 0.3 * angle, angle.detach()
    stands = truth[:, 11] > 0
    if stands.any():
        upright = upright_loss(out[stands, 24:27], truth[stands, 9:11])
        total, parts["upright"] = total + 0.5 * upright, upright.detach()
    labelled = truth[:, 12] >= 0
    if labelled.any():
        there = f.binary_cross_entropy_with_logits(out[labelled, 27], truth[labelled, 12])
        total, parts["there"] = total + 0.3 * there, there.detach()
    return total, parts


def upright_loss(out: Tensor, truth: Tensor) -> Tensor:
    """Return the negative log likelihood of uprights (n, 2) under isotropic Gaussians (n, 3): means, log deviations."""
    return _likely(out[:, :2], truth, out[:, 2])


def pose_loss(out: Tensor, truth: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of poser outputs (n, vision.pose.pose_net.ANSWERS) for truths (n, 10) as in poses.Pose: negative
    log likelihoods of the upright, of the top face's shape and of the cube's extent, and absolute errors of both
    points, in half edges, and of the log half edge.
    """
    odds = out[:, :PLACES].reshape(-1, POINTS, HEAT * HEAT).softmax(2).reshape(-1, POINTS, HEAT, HEAT)
    at = CROP * (torch.arange(HEAT, device=out.device) + 0.5) / HEAT
    points = torch.stack([odds.sum(2) @ at, odds.sum(3) @ at], 2)
    said = out[:, PLACES:]
    half_edge = HALF_EDGE * CROP * torch.exp(said[:, :1])
    true_points, true_half = truth[:, :4].reshape(-1, POINTS, 2), truth[:, 4:5]
    upright = _likely(_upright_of(points, half_edge), _upright_of(true_points, true_half), said[:, 1])
    shape = _likely(said[:, 2:5], truth[:, 5:8], said[:, 7])
    reach = _likely(said[:, 5:7], truth[:, 8:10], said[:, 8])
    place = ((points - true_points) / true_half[:, None]).abs().mean()
    size = torch.log(half_edge / true_half).abs().mean()
    parts = {"upright": upright, "shape": shape, "reach": reach, "place": place, "size": size}
    total = upright + shape + reach + _PLACES * (place + size)
    return total, {name: part.detach() for name, part in parts.items()}


def _upright_of(points: Tensor, half_edge: Tensor) -> Tensor:
    return (points[:, 0] - points[:, 1]) / half_edge


def _likely(out: Tensor, truth: Tensor, log_spread: Tensor) -> Tensor:
    """Return the mean negative log likelihood of numbers (n, k) under isotropic Gaussians: means (n, k) and log
    deviations (n,).
    """
    spread = log_spread.clamp(*LOG_DEVIATIONS)
    return (0.5 * ((out - truth) ** 2).sum(1) * torch.exp(-2 * spread) + out.shape[1] * spread).mean()

"""The optimiser: Muon's matrices are the layers' own weights, and a loss falls."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from vision.training.nets import LEVEL, Finder, Reader  # noqa: E402
from vision.training.optimiser import Optimiser  # noqa: E402


def last_first(model):
    return model.to(memory_format=torch.channels_last)


def small():
    torch.manual_seed(3)
    return last_first(
        torch.nn.Sequential(
            torch.nn.Conv2d(3, 8, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(32, 6), torch.nn.Linear(6, 2)
        )
    )


def test_every_weight_is_moved_by_one_step():
    for model, ends in (
        (small(), ("4",)),
        (last_first(Reader()), ("head.4", "told")),
        (last_first(Finder()), ("out",)),
    ):
        before = [p.detach().clone() for p in model.parameters()]
        optimiser = Optimiser(model, ends, 1e-3, 40)
        given = [torch.rand(2, 3, 4, 4) if len(before) == 6 else torch.rand(2, 3, 64, 64)]
        if isinstance(model, Reader):
            given.append(torch.rand(2, LEVEL))
        optimiser.step(model(*given).square().sum())
        moved = [not torch.equal(p, b) for p, b in zip(model.parameters(), before, strict=True)]
        assert sum(moved) >= len(moved) - 1  # a bias before a normalisation may stay


def test_a_step_in_a_matrix_is_about_as_long_in_all_directions():
    model = small()
    layer = model[3]
    before = layer.weight.detach().clone()
    Optimiser(model, ("4",), 1e-3, 40).step((layer(torch.rand(64, 32)) * torch.randn(64, 6)).square().sum())
    lengths = torch.linalg.svdvals(layer.weight.detach() - before)
    slopes = torch.linalg.svdvals(layer.weight.grad)
    assert lengths.max() < 4 * lengths.min()
    assert lengths.max() / lengths.min() < 0.5 * slopes.max() / slopes.min()


def test_the_loss_falls_and_the_rates_end_low():
    model, pictures = small(), torch.rand(64, 3, 4, 4)
    wanted = torch.stack([pictures.mean((1, 2, 3)), pictures[:, 0].amax((1, 2))], 1)
    optimiser = Optimiser(model, ("4",), 1e-2, 120)
    losses = []
    for _ in range(120):
        loss = (model(pictures) - wanted).square().mean()
        losses.append(loss.item())
        optimiser.step(loss)
    assert losses[-1] < 0.1 * losses[0]
    assert max(group["lr"] for each in optimiser._moving for group in each.param_groups) < 1e-5


def test_a_model_in_another_layout_is_refused():
    with pytest.raises(ValueError, match="channels last"):
        Optimiser(torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3)), (), 1e-3, 40)

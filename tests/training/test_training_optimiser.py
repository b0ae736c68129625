"""The optimiser: Muon's matrices are the layers' own weights, and a loss falls, in either kind of arithmetic."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from training import optimiser as of_training  # noqa: E402
from training.muon import Muon32, arithmetic, orthogonal  # noqa: E402
from training.nets import LEVEL, Finder, Reader  # noqa: E402
from training.optimiser import Optimiser  # noqa: E402


@pytest.fixture(params=[torch.bfloat16, torch.float32], ids=str)
def kind(request, monkeypatch):
    """The arithmetic that the processor is fast in."""
    monkeypatch.setattr(of_training, "arithmetic", lambda _device: request.param)


def last_first(model):
    return model.to(memory_format=torch.channels_last)


def small():
    torch.manual_seed(3)
    return last_first(
        torch.nn.Sequential(
            torch.nn.Conv2d(3, 8, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(32, 6), torch.nn.Linear(6, 2)
        )
    )


@pytest.mark.usefixtures("kind")
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


@pytest.mark.usefixtures("kind")
def test_a_step_in_a_matrix_is_about_as_long_in_all_directions():
    model = small()
    layer = model[3]
    before = layer.weight.detach().clone()
    Optimiser(model, ("4",), 1e-3, 40).step((layer(torch.rand(64, 32)) * torch.randn(64, 6)).square().sum())
    lengths = torch.linalg.svdvals(layer.weight.detach() - before)
    slopes = torch.linalg.svdvals(layer.weight.grad)
    assert lengths.max() < 4 * lengths.min()
    assert lengths.max() / lengths.min() < 0.5 * slopes.max() / slopes.min()


@pytest.mark.usefixtures("kind")
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


@pytest.mark.parametrize(
    ("has", "kind_of"),
    [
        ({"avx2": True, "avx512_f": True, "avx512_bf16": False, "amx_bf16": False}, torch.float32),
        ({"avx512_bf16": True}, torch.bfloat16),
        ({"amx_bf16": True}, torch.bfloat16),
        ({"neon": True, "bf16": True}, torch.bfloat16),
        ({"neon": True}, torch.float32),
    ],
)
def test_bfloat16_is_for_processors_that_have_it(monkeypatch, has, kind_of):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: has)
    assert arithmetic() is kind_of


def test_both_muons_go_the_same_way():
    torch.manual_seed(4)
    shapes = (16, 54), (54, 16), (8, 8), (6, 200)
    theirs = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
    ours = [torch.nn.Parameter(matrix.detach().clone()) for matrix in theirs]
    muons = (
        torch.optim.Muon(theirs, lr=0.03, weight_decay=0.02, adjust_lr_fn="match_rms_adamw"),
        Muon32(ours, 0.03, 0.02),
    )
    for _ in range(4):
        before = [matrix.detach().clone() for matrix in ours]
        for one, other, start in zip(theirs, ours, before, strict=True):
            one.data.copy_(start)  # steps are compared, not ways: one's rounding does not add up
            one.grad = torch.randn_like(one)
            other.grad = one.grad.clone()
        for muon in muons:
            muon.step()
        for one, other, start in zip(theirs, ours, before, strict=True):
            assert (one - other).norm() < 0.03 * (other - start).norm()


def test_singular_values_become_about_the_same():
    torch.manual_seed(5)
    for shape in ((12, 40), (40, 12)):
        values = torch.linalg.svdvals(orthogonal(torch.randn(shape) @ torch.diag(torch.logspace(-1, 1, shape[1]))))
        assert 0.6 < values.min() <= values.max() < 1.25
    assert torch.equal(orthogonal(torch.zeros(3, 5)), torch.zeros(3, 5))


def test_what_has_no_gradient_stays_and_a_closure_is_refused():
    still = torch.nn.Parameter(torch.ones(2, 3))
    muon = Muon32([still], 0.1, 0.5)
    muon.step()
    assert torch.equal(still.detach(), torch.ones(2, 3))
    with pytest.raises(ValueError, match="closure"):
        muon.step(lambda: 0.0)

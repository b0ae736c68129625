"""The samples of one network, from all shards of a folder, for random batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.shards import load_only

_FILES = {
    "finder": (("shard",), "real", ("tiles", "dice")),
    "reader": (("shard", "boards"), "real", ("crops", "truth")),
    "poser": (("pose",), "stillpose", ("crops", "truth")),
}
"""For each network: the prefixes of the files with rendered and with real samples, and the names of their arrays. Only
the reader learns from boards: they make the finder's boxes of touching dice worse.
"""


class _Samples:
    """Pictures and truths of many shards, each in the array it was read into: together they fill the memory."""

    def __init__(self, paths: list[Path], names: tuple[str, str]) -> None:
        self._arrays = [load_only(path, names) for path in paths]
        self._ends = np.cumsum([len(pictures) for pictures, _ in self._arrays])

    def __len__(self) -> int:
        return int(self._ends[-1])

    def at(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return the samples of these numbers."""
        shards = np.searchsorted(self._ends, numbers, side="right")
        places = [(self._arrays[s], n - (self._ends[s - 1] if s else 0)) for s, n in zip(shards, numbers, strict=True)]
        return np.stack([a[0][i] for a, i in places]), np.stack([a[1][i] for a, i in places])


class Pool:
    """All samples of a folder's shards for one network. Samples of real pictures are `real_share` of each batch."""

    def __init__(self, folder: Path, network: str, seed: int, real_share: float) -> None:
        self._rng = np.random.default_rng(seed)
        kinds, own, names = _FILES[network]
        self._drawn = _Samples([path for kind in kinds for path in sorted(folder.glob(f"{kind}*.npz"))], names)
        real = sorted(folder.glob(f"{own}*.npz"))
        self._real = _Samples(real, names) if real else None
        self._share = real_share if real else 0.0

    def __len__(self) -> int:
        return len(self._drawn)

    def begin(self, seed: tuple[int, ...]) -> None:
        """Restart the random numbers with this seed."""
        self._rng = np.random.default_rng(seed)

    def batch(self, size: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return pictures and truths."""
        from_real = int(self._rng.binomial(size, self._share)) if self._real is not None else 0
        parts = []
        for source, n in ((self._drawn, size - from_real), (self._real, from_real)):
            if source is not None and n:
                parts.append(source.at(self._rng.integers(0, len(source), n)))
        return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])

    def normal(self, *shape: int) -> NDArray[np.float32]:
        """Return normally distributed numbers of deviation 1 around 0."""
        return self._rng.standard_normal(shape, np.float32)

    def among(self, places: NDArray[np.int64], count: int) -> NDArray[np.int64]:
        """Return `count` random elements of `places`, with repetition."""
        return places[self._rng.integers(0, len(places), count)]

    def uniform(self, *shape: int) -> NDArray[np.float32]:
        """Return numbers in [0, 1)."""
        return self._rng.random(shape, np.float32)

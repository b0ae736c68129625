from __future__ import annotations

import pytest

from firmware_bridge.sim.avr import Emulator
from firmware_bridge.sim.firmware_build import missing_tools


@pytest.fixture(scope="session")
def toolchain() -> None:
    """Skip if the firmware and its emulator cannot be built."""
    hint = missing_tools()
    if hint:
        pytest.skip(f"the firmware's toolchain is not installed; {hint}")


@pytest.fixture
def emulators(toolchain):
    """Make stepped emulators, and end them after the test."""
    made: list[Emulator] = []

    def make(**settings) -> Emulator:
        made.append(Emulator(**settings))
        return made[-1]

    yield make
    for emulator in made:
        emulator.close()

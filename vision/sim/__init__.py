"""A tray of rendered dice with the interface of a camera. Only `vision.sources` opens it."""

from __future__ import annotations

from vision.sim.source import SimHand, SimTray, StepClock, open_sim

__all__ = ["SimHand", "SimTray", "StepClock", "open_sim"]

"""The networks that a reader uses, loaded together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catseye.text import Commas, say
from vision.detection.classifier import CLASSIFIER_MODEL, Classifier
from vision.detection.detector import DETECTOR_MODEL, Detector
from vision.imaging.crops import MODELS
from vision.objects.object_net import OBJECT_MODEL, ObjectNet
from vision.pose.pose_net import POSE_MODEL, PoseNet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class MissingModelsError(FileNotFoundError):
    """Model files are missing; the message names them and says what to do."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        super().__init__(
            say(
                "dice cannot be read: {files} missing in {folder}. Install Cat's Eye again, or train the networks "
                "(training/SEAM.md)",
                files=Commas(names),
                folder=folder,
            )
        )


class Networks:
    """The `detector`, the `classifier`, the `pose_net` and the `object_net`. Not thread-safe."""

    def __init__(self, folder: Path = MODELS) -> None:
        """Load the models from `folder`. Raises MissingModelsError if a file is missing."""
        files = [folder / name for name in (DETECTOR_MODEL, CLASSIFIER_MODEL, POSE_MODEL, OBJECT_MODEL)]
        if missing := [file.name for file in files if not file.is_file()]:
            raise MissingModelsError(folder, missing)
        self.detector, self.classifier, self.pose_net = Detector(files[0]), Classifier(files[1]), PoseNet(files[2])
        self.object_net = ObjectNet(files[3])

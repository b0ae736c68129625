"""From a stream of frames to rolls."""

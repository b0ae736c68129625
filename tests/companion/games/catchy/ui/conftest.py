from tests.support.screen_driver import beginning, desk, desks, glass, show

__all__ = ["begin", "desk", "desks", "glass", "show"]

begin = beginning("catchy")

from tests.support.screen_driver import beginning, controller, controllers, driver, show

__all__ = ["begin", "controller", "controllers", "driver", "show"]

begin = beginning("catch-up", players=3)

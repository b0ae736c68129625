"""Solving: the lens and the plane of the tray from pictures of the chart, with limits and uncertainty."""

"""The chart: as a page to print, found in pictures, and how its print is stretched."""

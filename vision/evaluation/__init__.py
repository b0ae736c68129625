"""Measures readings against labels, and visualises them."""

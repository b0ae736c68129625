"""Measures readings against labels and draws them."""

"""Draws labelled pictures of dice and trains the three small networks. Never imported at run time: torch and onnx are
needed here only.
"""

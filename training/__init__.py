"""Renders labelled pictures of dice and trains the networks. Never imported at run time: only this package needs torch
and onnx.
"""

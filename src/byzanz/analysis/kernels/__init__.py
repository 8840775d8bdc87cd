"""Compiled kernels of the analysis, and the buffers that they work on."""

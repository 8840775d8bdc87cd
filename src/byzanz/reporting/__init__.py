"""Plots as SVG, and helpers for HTML and Markdown."""

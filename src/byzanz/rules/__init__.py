"""The only implementation of the rules; docstrings cite them as docs/rules.md numbers them."""

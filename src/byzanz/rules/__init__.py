"""The only implementation of the rules; docstrings cite the numbers of docs/rules.md."""

"""Judges decisions by what their seat knew: verdicts, grades, faults and chains of causes."""

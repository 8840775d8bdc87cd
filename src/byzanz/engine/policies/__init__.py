"""Policies: functions that choose an action without search."""

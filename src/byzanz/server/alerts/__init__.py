"""Alerts by Web Push: the devices that get them, what they say, and how they are sent."""

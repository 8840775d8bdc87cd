"""Environments for learners, in the dialect: knowledge, observations, action features, kernels."""

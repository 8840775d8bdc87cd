"""The only implementation of the rules, numbered as in docs/rules.md."""

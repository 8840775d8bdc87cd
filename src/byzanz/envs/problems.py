"""The exceptions of environments: each says what was expected."""


class IllegalAction(ValueError):
    """An action that the seat on turn may not play now; nothing was played."""


class WrongShape(ValueError):
    """An array of another shape or type than expected."""


class ClosedEnvironment(RuntimeError):
    """An environment was used after `close`, or before `reset`."""


class OtherLayout(ValueError):
    """A model was trained with another version of the layout of observations."""

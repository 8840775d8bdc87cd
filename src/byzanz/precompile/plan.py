"""The units of compilation: each is one entry point, cached on its own."""

SEARCH = ("search",)
ANALYSIS = ("play_outs", "move_comparison", "lot_price")
RULES = (
    *("random_games", "game_counts", "deal_row", "list_row_actions", "apply_to_row"),
    "copy_rows",
)
ENVIRONMENTS = (
    *("step_rows", "first_illegal", "action_features", "resample"),
    *("greedy_choices", "solid_choices"),
)

POLICY_GAMES = ("policy_games",)

FOR_SERVER = SEARCH + ANALYSIS  # the search first, because a player may wait for a bot
ALL_UNITS = FOR_SERVER + RULES + POLICY_GAMES + ENVIRONMENTS

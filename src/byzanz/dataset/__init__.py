"""Games of bots as Parquet files; docs/dataset.md is their datasheet."""

from byzanz.extras import require

require("data")

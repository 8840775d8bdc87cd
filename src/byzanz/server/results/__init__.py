"""Results of finished games: a person's history, ratings, and the results of earlier releases."""

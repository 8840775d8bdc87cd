"""What a person's finished games show: trends, friends and a rating."""

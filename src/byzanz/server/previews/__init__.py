"""What shared links show: which game a link leads to, and its picture."""

"""Is a difference real? Sign test, bootstrap intervals, paired tests, all from per-document counts."""

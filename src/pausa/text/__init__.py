"""From spelled text to bare words with marks, and back; what marks mean; what counts as the same word."""

"""Values that every other part speaks of: words, transcripts, segmentations, documents, errors."""

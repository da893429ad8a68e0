"""Files that somebody made to break a reader, and the doors they come through."""

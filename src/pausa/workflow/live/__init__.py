"""Sentences from words that are still coming: what `pausa stream`, `pausa.stream` and the WebSocket share."""

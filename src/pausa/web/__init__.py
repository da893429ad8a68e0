"""Pausa in the browser: the annotation app (`app`) and the playground with its HTTP interface (`serve`)."""

"""Training of the neural detectors, with torch; nothing outside this package imports it.

`pausa.training.neural.train.train` is the way in.
"""

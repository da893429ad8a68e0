"""Training of the neural detectors, with torch; nothing outside this package imports it.

`pausa.training.neural.train.train_network` is the way in.
"""

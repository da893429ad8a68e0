"""One best path through prosody, language models and sentence lengths: Lee & Glass (2012).

    "Sentence Detection Using Multiple Annotations", Interspeech 2012

A recording is words with a break or none after each. Every word and every break has a cost from a language model
that knows breaks as words, every gap one from how it sounds, every sentence one from its length. The segmentation
is the cheapest path over the whole recording, so a break here counts for what can follow there.

`prosodic` and `svm` are the sound of a gap, `length` how long sentences are, `tokens` words as the language models
see them, `evidence` the weighted sum, `detector` the path, `graphs` a recogniser's word graph, `storing` the folder.
"""

from pausa.models.fst.detector import FstDetector
from pausa.models.fst.storing import bundled, from_folder

__all__ = ["FstDetector", "bundled", "from_folder"]

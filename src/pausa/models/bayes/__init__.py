"""Words and pauses under tight resources: Carter & Gransden, "Resource-Limited Sentence Boundary Detection" (2001).

    f_B  ∝  P(B|L)/P(B) · P(B|W1,W2)/P(B|W2) · P(B|W2,W3) · P(B|W3,W4)/P(B|W3)        and likewise for no boundary

for the gap between W2 and W3 with a pause of relative length L in it. P(boundary) = f_B / (f_B + f_¬B).
Method 0 leaves the pause out, 1 is the product as it stands, 2 gives the pause a weight, 3 gives each of the
seven factors its own. The words' part learns from plain text alone, the pauses and weights from a little
aligned speech.

`counts` counts a stream of text, `tables` smooths what was counted, `prune` makes the tables small,
`buckets` is P(B|L), `weights` fits the exponents, `gaps` puts factors side by side, `detector` scores.
"""

from pausa.models.bayes.detector import BayesDetector, bundled, from_folder

__all__ = ["BayesDetector", "bundled", "from_folder"]

"""Greek: abbreviations; the question mark is typed as a semicolon."""

from pausa.core.joining import GREEK_QUESTION
from pausa.text.languages import Language

GREEK = Language(
    code="el",
    name="Greek",
    titles=frozenset("κ. κα. κκ. π.χ. δηλ. αρ. άρθ. παρ. αριθ. σελ. βλ. τ. δρ. καθ. π.δ. ν.".split()),
    abbreviations=frozenset("κ.λπ. κλπ. κ.ά. κ.τ.λ. α.ε. δισ. δις. εκατ. χιλ. π.μ. μ.μ. μ.χ. π.χ.".split()) - {"π.χ."},
    marks={"?": GREEK_QUESTION},
    read_marks={";": GREEK_QUESTION},
)

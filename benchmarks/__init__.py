"""Everything that knows a corpus by name: published tables made again, measures of speed, the making of models.

    python -m benchmarks                        what there is
    python -m benchmarks vendors --data DIR     one of them, on data beside Pausa

A table is a module in `tables` with `run(data, advance)`; every other benchmark is a module with `main()`, which
reads its own arguments. Either is one line here. The last runs are in `results`.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.findings import Bench
from pausa.core.registry import Registry

#: Tables, from data to findings.
TABLES: Registry[Bench] = Registry(
    "table",
    {
        "wisebe": "benchmarks.tables.wisebe:run",
        "vendors": "benchmarks.tables.vendors:run",
        "humans": "benchmarks.tables.humans:run",
        "carter-gransden": "benchmarks.tables.carter_gransden:run",
        "lee-glass": "benchmarks.tables.lee_glass:run",
        "lee-glass-clauses": "benchmarks.tables.lee_glass_clauses:run",
        "poleval": "benchmarks.tables.poleval:run",
        "iwslt": "benchmarks.tables.iwslt:run",
    },
)

#: Tables that score the test recordings of a source, which is logged.
TEST_PARTS = {"lee-glass": ("earnings22",)}

#: Programs with arguments of their own.
PROGRAMS: Registry[Callable[[], None]] = Registry(
    "program",
    {
        "front": "benchmarks.front:main",
        "cards": "benchmarks.cards:main",
        "genres": "benchmarks.genres:main",
        "casing": "benchmarks.casing:main",
        "habits": "benchmarks.habits:main",
        "languages": "benchmarks.languages:main",
        "everyday": "benchmarks.everyday:main",
        "language-detection": "benchmarks.language_detection:main",
        "make-languages": "benchmarks.make_languages:main",
        "own-marks": "benchmarks.own_marks:main",
        "subtitles": "benchmarks.subtitles:main",
        "example-pauses": "benchmarks.example_pauses:main",
        "mutation": "benchmarks.mutation:main",
        "house": "benchmarks.house:main",
        "world-table": "benchmarks.models.world_table:main",
        "model-speed": "benchmarks.speed.model_speed:main",
        "score-speed": "benchmarks.speed.score_speed:main",
        "align-speed": "benchmarks.speed.align_speed:main",
        "bayes-speed": "benchmarks.speed.bayes_speed:main",
        "batch": "benchmarks.speed.lake:main",
        "lake-driver": "benchmarks.speed.lake_driver:main",
        "lake-plan": "benchmarks.lake_plan:main",
        "startup": "benchmarks.speed.startup:main",
        "stream": "benchmarks.stream:main",
        "streams": "benchmarks.speed.many_streams:main",
        "stream-plots": "benchmarks.stream_plots:main",
        "coverage": "benchmarks.coverage:main",
        "flags": "benchmarks.flags:main",
        "compare-commits": "benchmarks.compare_commits:main",
        "growth": "benchmarks.speed.growth:main",
        "large": "benchmarks.speed.large:main",
        "fuzz": "benchmarks.fuzz.run:main",
        "fst-decode": "benchmarks.speed.fst_decode:main",
        "word-graphs": "benchmarks.word_graphs:main",
        "annotation-load": "benchmarks.speed.annotation_load:main",
        "playground-load": "benchmarks.speed.playground_load:main",
        "hostile": "benchmarks.hostile.run:main",
        "make-default": "benchmarks.models.make_default:main",
        "ship-default": "benchmarks.models.make_default:ship",
        "make-teacher": "benchmarks.models.make_teacher:main",
        "teacher-table": "benchmarks.models.teacher_table:main",
        "mishearings": "benchmarks.mishearings:main",
        "reading-marks": "benchmarks.reading_marks:main",
        "adapting": "benchmarks.adapting:main",
        "ship-world": "benchmarks.models.make_world:ship",
        "make-world": "benchmarks.models.make_world:main",
        "make-neural": "benchmarks.models.make_neural_en:main",
        "make-bayes": "benchmarks.models.make_bayes_en:main",
        "make-fst": "benchmarks.models.make_fst_en:main",
        "iwslt-models": "benchmarks.models.iwslt_models:main",
        "mpnet-files": "benchmarks.models.mpnet_files:main",
        "neural-lab": "benchmarks.models.neural_lab:main",
        "neural-plots": "benchmarks.models.neural_plots:main",
        "bayes-lab": "benchmarks.models.bayes_lab:main",
        "bayes-plots": "benchmarks.models.bayes_plots:main",
        "fst-plots": "benchmarks.models.fst_plots:main",
    },
)

#: One line for each.
TITLES = {
    "wisebe": "tables 2–6 of the WiSeBE paper on its sample transcript",
    "vendors": "recognisers' own sentence ends on Earnings-21, and our detectors on their words",
    "humans": "how far four people agree on CORAAL interviews",
    "carter-gransden": "the table of Carter & Gransden's methods 0–3 on Earnings-21",
    "lee-glass": "tables 1, 4 and 5 of Lee & Glass: prosody, language models, lengths, one best path",
    "lee-glass-clauses": "Lee & Glass's own task: breaks at commas or periods, references drawn, on ESIC and CORAAL",
    "poleval": "the same recipe on Polish, read aloud (PolEval 2021)",
    "iwslt": "sentence ends in TED talks (IWSLT 2011), reference and recognised words",
    "front": "the table on the front page: every genre, on test recordings of the newest sources",
    "cards": "the figures on the cards of the models, all on the same recordings",
    "genres": "every detector in every genre, on held-out recordings",
    "casing": "capitals by the network, by a truecaser and at sentence starts alone, in every genre",
    "habits": "where people begin sentences: how often one ends before and, but, so, in every source",
    "languages": "every language, on held-out sittings, beside every N words and bayes",
    "everyday": "people who just talk, in thirteen languages, by words alone",
    "subtitles": "how many cues break the rules of subtitling",
    "example-pauses": "why pauses alone beat the default on our own example",
    "language-detection": "how well the language of words is found, by their number",
    "make-languages": "the table that languages are found by",
    "own-marks": "marks that are there: kept, completed, ignored, blended",
    "mutation": "small mistakes put into the code: does a test notice?",
    "house": "how the code was built at an older commit and how it is now",
    "world-table": "a start for one network in thirty languages",
    "model-speed": "words a second and megabytes of every detector",
    "score-speed": "scoring up to a million words against five references",
    "align-speed": "aligning recordings of growing length",
    "bayes-speed": "training and running the bayes model",
    "batch": "`pausa batch` on ten million words: pace, memory, the same bytes whoever works",
    "lake-driver": "what breaks first in a large lake: pieces handed out, pieces found, the ledger, a worker's time",
    "lake-plan": "a million hours of speech: cores, hours, money, slow and failing workers",
    "startup": "how long commands take to start",
    "stream": "live use: F1 against delay, how late sentences are, what a word takes",
    "streams": "a hundred streams at once, in one process and through the server: memory and processor time of each",
    "stream-plots": "the picture for the page on live use",
    "compare-commits": "whether two commits write the same bytes",
    "growth": "hostile input of doubling size for every reader and writer: where work grows faster than it",
    "large": "what five million words take, in one file and file by file",
    "fuzz": "broken, odd and hostile input for everything that reads what others have written",
    "coverage": "how often intervals hold the truth and equal systems seem to differ, with few recordings",
    "flags": "which rule finds careless annotators and leaves careful ones in peace",
    "fst-decode": "our decoder beside an FST library's",
    "word-graphs": "words and sentence ends chosen together over graphs of confusable words",
    "annotation-load": "many annotators saving at once, the server killed meanwhile",
    "playground-load": "a tiny request at the playground while large ones run and others are cancelled",
    "hostile": "hostile files through command line, HTTP and upload: an answer within two seconds and 500 MB",
    "make-default": "train the default on a mixture of genres",
    "ship-default": "put a trained model where Pausa looks for its default",
    "make-teacher": "train a teacher for the default: a larger encoder, on the same mixture",
    "teacher-table": "is a teacher better than its student, and are both together",
    "mishearings": "what a recogniser makes of words, learned from what people wrote and it heard",
    "reading-marks": "how far commas and question marks can be trusted, by source",
    "adapting": "ten minutes of learning from somebody's own transcripts: F1 before and after, three domains",
    "ship-world": "put a trained model where Pausa looks for `world`, with its figures by language",
    "make-world": "train one network for thirty languages",
    "make-neural": "train the transformer, cnn or brnn that comes with Pausa",
    "make-bayes": "train the bayes model that comes with Pausa",
    "make-fst": "train the fst model that comes with Pausa",
    "iwslt-models": "train models for TED talks, which are not shipped",
    "mpnet-files": "get the files of the larger encoder, MPNet",
    "neural-lab": "questions to the transformer: what it learned by heart, where it errs",
    "neural-plots": "pictures of the transformer's training and reliability",
    "bayes-lab": "what each choice in the bayes model gives",
    "bayes-plots": "pictures for the bayes model's page",
    "fst-plots": "pictures for the fst model's page",
}

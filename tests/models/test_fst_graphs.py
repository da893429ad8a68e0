"""`fst` over word graphs: words and ends in one search, as dear as its tables say."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.graph import BREAK, Final, GraphArc, WordGraph
from pausa.core.words import Transcript, Word
from pausa.decode.graph_search import best_in_graph
from pausa.decode.path import path_cost
from pausa.features.table import features
from pausa.formats.files import parse
from pausa.formats.graphs import chain, one_best, spoken
from pausa.lm import ClassModel, class_model, estimate, induced_classes
from pausa.models.fst import FstDetector
from pausa.models.fst.evidence import Weights
from pausa.models.fst.graphs import arc_features
from pausa.models.fst.length import Gamma
from pausa.models.fst.tokens import forms, stream
from pausa.models.pause import PauseDetector
from pausa.workflow.graphs import search_space
from pausa.workflow.segment import segment
from tests.builders import rendered
from tests.decode.test_graph_search import ways
from tests.models.test_fst import detector  # noqa: F401  (the fixture)
from tests.training.examples import bare, speech


def text_model(order: int = 3, *, classes: bool = False) -> FstDetector:
    """A model of words alone, from a handful of sentences."""
    lines = "so we left | it was late | we left it | so it was good | the late ferry left | good we left".split(" | ")
    streams = [stream(words, np.arange(len(words)) == len(words) - 1) for line in lines for words in [line.split()]]
    found: ClassModel | None = class_model(streams, induced_classes(streams, 3), order) if classes else None
    return FstDetector(
        words=estimate(streams, order),
        classes=found,
        gamma=Gamma(4.0, 1.0),
        weights={"words": Weights(words=0.7, classes=0.4 if classes else 0.0, length=0.3, bias=-0.2)},
    )


def random_words(seed: int) -> WordGraph:
    """Some states in a row with one to three words between neighbours, and shortcuts."""
    rng = random.Random(seed)
    n_states = rng.randint(2, 6)
    pairs = [(state, state + 1) for state in range(n_states - 1) for _ in range(rng.randint(1, 2))]
    pairs += [(state, state + 2) for state in range(n_states - 2) if rng.random() < 0.4]
    words = ["so", "we", "left", "it", "late", "zebra", "<eps>", "<unk>"]
    arcs = [GraphArc(a, b, rng.choice(words), rng.uniform(0, 4), rng.uniform(0, 40)) for a, b in pairs]
    return WordGraph(tuple(arcs), {n_states - 1: Final(rng.random())}, graph_scale=2.0, acoustic_scale=0.1)


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("classes", [False, True], ids=["words", "classes"])
def test_nothing_is_cheaper_than_what_it_finds(order: int, classes: bool) -> None:
    """Brute force with the tables that plain transcripts are cut by: every way times every segmentation."""
    model = replace(text_model(order, classes=classes), graph_weight=0.8)
    weights = model.weights["words"]
    for seed in range(25):
        graph = random_words(seed)
        choices = []
        for way, way_cost in ways(graph, graph.start):
            texts = [graph.arcs[place].word for place in way if graph.is_word(graph.arcs[place])]
            costs = model.costs(Transcript(tuple(map(Word, texts))))
            own = 0.8 * weights.words * way_cost / 2.0
            if model.classes is not None:
                own -= weights.classes * model.classes.memberships(forms(texts)).sum()
            for breaks in product([False, True], repeat=max(0, len(texts) - 1)):
                ends = [int(end) for end in np.flatnonzero([*breaks, True])] if texts else []
                choices.append((own + path_cost(costs, ends), texts, ends))
        cost, texts, ends = min(choices)
        best = best_in_graph(graph, model.graph_costs(graph))
        assert best.cost == pytest.approx(cost), seed
        said = [place for place in best.arcs if graph.is_word(graph.arcs[place])]
        assert [graph.arcs[place].word for place in said] == texts
        assert [index for index, place in enumerate(said) if place in best.breaks] == ends
        space = model.search_space(graph)
        assert space.ahead[space.start][0] == pytest.approx(cost)


@pytest.mark.parametrize("name", ["kaldi", "fst", "slf"])
def test_a_graph_says_the_same_in_every_format(name: str) -> None:
    """Whatever its scales are, and whether the format has any."""
    model = text_model()
    for seed in range(20):
        graph = replace(random_words(seed), graph_scale=12.0, acoustic_scale=0.5, word_cost=0.3)
        (again,) = parse(rendered(name, one_best(graph)).encode(), name="talk", format=name)
        assert again.graph is not None
        costs = [best_in_graph(each, model.graph_costs(each)).cost for each in (graph, again.graph)]
        assert costs[0] == pytest.approx(costs[1]), seed


def test_sentences_can_settle_which_word_was_said() -> None:
    """By itself the graph prefers "latte"; the ferry model does not."""
    arcs = (GraphArc(0, 1, "it"), GraphArc(1, 2, "was"), GraphArc(2, 3, "latte", 1.0), GraphArc(2, 3, "late", 1.2))
    document = one_best(WordGraph(arcs, {3: Final()}, name="ferry"))
    assert document.graph is not None
    assert document.transcript.texts == ("it", "was", "latte")
    model = text_model()
    assert model.best_words(document.graph).texts == ("it", "was", "late")
    found = segment(document, model)
    assert found.source.transcript.texts == ("it", "was", "late")
    assert found.ends == (2,)
    assert segment(document, model, graph_weight=100.0).source.transcript.texts == ("it", "was", "latte")


def test_ends_of_the_chosen_words_are_those_of_the_search() -> None:
    model = text_model()
    for seed in range(40):
        graph = random_words(seed)
        if any(arc.word == "<unk>" for arc in graph.arcs):
            continue  # an event once the words are chosen
        best = best_in_graph(graph, model.graph_costs(graph))
        said = [place for place in best.arcs if graph.is_word(graph.arcs[place])]
        ends = tuple(index for index, place in enumerate(said) if place in best.breaks)
        if said:
            assert segment(one_best(graph), model, turns="ignore").ends == ends, seed


def test_other_models_read_the_best_words_and_it_is_said() -> None:
    arcs = (GraphArc(0, 1, "so", 1.0), GraphArc(0, 1, "sow", 2.0))
    document = one_best(WordGraph(arcs, {1: Final()}, times={0: 0, 1: 300}))
    found = segment(document, PauseDetector())
    assert (found.source.transcript.texts, found.document.graph, found.searched()) == (("so",), None, None)
    assert found.warnings == ("a word graph; the pause model reads its best words (fst searches all of it)",)
    assert segment(document, text_model()).warnings == ()
    with pytest.raises(OptionError, match="pause model searches no word graphs"):
        segment(document, PauseDetector(), graph_weight=1.0)
    with pytest.raises(OptionError, match="weight is 0 or more"):
        segment(document, text_model(), graph_weight=-1.0)


def test_features_of_a_graph_with_one_way_are_those_of_its_words() -> None:
    talk = bare(speech(85))
    graph = chain(talk)
    said = [place for place, arc in enumerate(graph.arcs) if graph.is_word(arc)]
    assert len(said) < len(graph.arcs), "there are pauses"
    found, expected = arc_features(graph), features(talk)
    assert found.names == expected.names
    np.testing.assert_allclose(found.values[said], expected.values)


def test_pauses_beside_a_word_are_those_of_the_cheapest_way_through_it() -> None:
    arcs = (
        GraphArc(0, 1, "so", 1.0),
        GraphArc(1, 3, "<eps>"),
        GraphArc(3, 4, "left", 1.0),
        GraphArc(0, 2, "sofa", 3.0),
        GraphArc(2, 4, "left", 3.0),
    )
    graph = WordGraph(arcs, {4: Final()}, times={0: 0, 1: 300, 2: 450, 3: 500, 4: 900})
    table = arc_features(graph)
    assert table.column("pause")[[0, 3]].tolist() == [0.2, 0.0]
    assert table.column("pause_before")[[2, 4]].tolist() == [0.2, 0.0]
    assert table.column("pause_rank")[[0, 3]].tolist() == [0.5, 0.0]
    assert np.isnan(table.column("pause")[2])
    assert np.isnan(table.column("pause_before")[0])


def test_a_timed_transcript_is_searched_as_a_graph_at_the_same_cost(detector: FstDetector) -> None:  # noqa: F811
    without_classes = replace(
        detector, classes=None, weights={sight: replace(each, classes=0.0) for sight, each in detector.weights.items()}
    )
    talk = bare(speech(86, sentences=12))
    assert without_classes.sight(talk) == "times"
    space = search_space(Document(talk, name="talk"), without_classes)
    assert space is not None
    ends = without_classes.best(talk)
    assert space.ahead[space.start][0] == pytest.approx(path_cost(without_classes.costs(talk), ends))
    assert list(spoken(space, space.cheapest)[1]) == ends


def test_turns_end_sentences_in_the_search_space_too() -> None:
    words = tuple(Word(text, speaker="ann" if place < 2 else "bob") for place, text in enumerate("so we left".split()))
    document = Document(Transcript(words))
    for turns, is_cut in (("respect", True), ("ignore", False)):
        found = segment(document, text_model(), turns=turns)
        space = found.searched()
        assert space is not None
        every = [[space.arcs[place].word for place in way] for way, _ in ways(space, 0)]
        assert all(tokens[tokens.index("we") + 1] == BREAK for tokens in every) is is_cut
        assert spoken(space, space.cheapest)[1] == found.ends

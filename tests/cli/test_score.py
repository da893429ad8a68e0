from __future__ import annotations

import json
from pathlib import Path

import pytest

from pausa.metrics import KEYS
from tests.cli.test_convert_and_segment import EXAMPLE, pausa

REFERENCES = EXAMPLE.parent / "references"


@pytest.fixture
def system(tmp_path: Path) -> Path:
    path = tmp_path / "system.txt"
    assert pausa("segment", EXAMPLE, "--model", "pause", "-o", path).exit_code == 0
    return path


def test_json_has_the_promised_shape(system: Path) -> None:
    found = json.loads(pausa("score", "-r", REFERENCES, system, "--format", "json").stdout)
    assert {"signature", "n_words", "documents", "references", "agreement", "systems", "humans", "comparisons"} <= set(
        found
    )
    assert (found["documents"], found["references"]) == (1, ["bartek", "chloe", "maria"])
    agreement = "agreement_ratio fleiss_kappa fleiss_kappa_candidates krippendorff_alpha pairwise_f1"
    assert {*agreement.split(), "pearson_ar_kappa", "jack_knife"} <= set(found["agreement"])
    (scored,) = found["systems"]
    assert set(scored["scores"]) == {key for key, about in KEYS.items() if about.is_usual}
    assert {"value", "mean", "low", "high", "signature", "counts"} <= set(scored["scores"]["wisebe"])
    assert scored["scores"]["wisebe"]["low"] is None
    each = "name precision recall f1 ser cer nist_su pk window_diff boundary_similarity"
    assert set(each.split()) <= set(scored["per_reference"][0])
    assert [person["name"] for person in found["humans"]] == found["references"]


@pytest.mark.parametrize("form", ["text", "md", "latex", "csv", "json"])
def test_every_number_has_a_signature_within_reach(system: Path, form: str) -> None:
    shown = pausa("score", "-r", REFERENCES, system, "--format", form, "--metrics", "wisebe,f1_mean").stdout
    assert "WiSeBE|nrefs:3|window:2|last:skip|level:sentence|marks:.?!;|align:none|version:" in shown.replace("\\", "")
    assert "F1_mean" in shown


def test_options_change_the_numbers_and_the_signature(system: Path) -> None:
    def wisebe(*options: str) -> tuple[float, str]:
        found = json.loads(pausa("score", "-r", REFERENCES, system, "-f", "json", *options).stdout)
        score = found["systems"][0]["scores"]["wisebe"]
        return score["value"], score["signature"]

    plain, wide, counted = wisebe(), wisebe("--window", "9"), wisebe("--last", "count")
    assert "window:9" in wide[1]
    assert "last:count" in counted[1]
    assert len({plain[0], wide[0], counted[0]}) == 3


def test_only_the_metrics_asked_for_in_their_order(system: Path) -> None:
    shown = pausa("score", "-r", REFERENCES, system, "-m", "f1_mean,wisebe").stdout
    assert "BLEU" not in shown.split("against each reference")[0]
    assert shown.index("F1_mean") < shown.index("WiSeBE")
    assert pausa("score", "-r", REFERENCES, system, "-m", "f1mean").exit_code == 2


def test_several_systems_tests_and_baselines(system: Path) -> None:
    shown = pausa("score", "-r", REFERENCES, system, REFERENCES / "maria.txt", "--sign", "--baselines").stdout
    for part in ("system", "maria (system)", "none", "all", "every", "is the difference real?", "people"):
        assert part in shown


def test_other_words_are_aligned_with_a_message(tmp_path: Path, system: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(system.read_text().replace("bakery", "baker he", 1))
    result = pausa("score", "-r", REFERENCES, other, "-f", "json")
    assert "the words differ (word error rate" in result.stderr
    assert json.loads(result.stdout)["systems"][0]["per_reference"][0]["wer"] > 0
    assert "align:words" in json.loads(result.stdout)["signature"]


def test_under_ref_a_detector_runs_again_on_the_reference_words(tmp_path: Path) -> None:
    heard = tmp_path / "heard.json"
    heard.write_text(EXAMPLE.read_text().replace('"bakery"', '"baker"'))
    result = pausa(
        "score", "-r", REFERENCES / "maria.txt", heard, "--condition", "ref", "--model", "pause", "-f", "json"
    )
    found = json.loads(result.stdout)
    (system,) = found["systems"]
    assert system["name"] == "pause on heard"
    assert system["per_reference"][0]["wer"] == pytest.approx(1 / found["n_words"])
    assert "condition:ref" in system["scores"]["f1_mean"]["signature"]
    assert system["scores"]["f1_mean"]["value"] > 0.8
    refused = pausa("score", "-r", REFERENCES / "maria.txt", heard, "--condition", "ref")
    assert refused.exit_code == 2
    assert "--model" in refused.stderr


def test_zeros_and_ones_without_words_are_scored(tmp_path: Path, system: Path) -> None:
    ones = tmp_path / "system.seg"
    assert pausa("convert", system, ones).exit_code == 0
    by_words = json.loads(pausa("score", "-r", REFERENCES, system, "-f", "json").stdout)["systems"][0]["scores"]
    by_ones = json.loads(pausa("score", "-r", REFERENCES, ones, "-f", "json").stdout)["systems"][0]["scores"]
    assert {key: score["value"] for key, score in by_ones.items()} == {key: s["value"] for key, s in by_words.items()}
    ones.write_text("0101")
    result = pausa("score", "-r", REFERENCES, ones)
    assert result.exit_code == 2
    assert "pausa align" in result.stderr


def test_agree_names_who_should_be_looked_at() -> None:
    result = pausa("agree", REFERENCES, "--flag-under", "0.86")
    assert result.exit_code == 0
    assert "look at chloe" in result.stderr
    assert "maria" not in result.stderr


def test_one_is_not_several(system: Path) -> None:
    result = pausa("score", "-r", REFERENCES / "maria.txt", system, "--protocol", "1+1")
    assert "Drawing 1 reference and a person" in result.stderr
    result = pausa("score", "-r", REFERENCES / "maria.txt", system, "--consensus", "3", "-m", "consensus")
    assert "cannot be reached with 1 reference." in result.stderr


@pytest.mark.parametrize("drawing", [["--paired-bs"], ["--confidence-n", "10"], []])
def test_a_seed_is_no_negative_number(system: Path, drawing: list[str]) -> None:
    result = pausa("score", "-r", REFERENCES, system, system, "--seed", "-5", *drawing)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pausa: A seed is a whole number from 0, not -5.\n"


def test_a_page_is_written(tmp_path: Path, system: Path) -> None:
    page = tmp_path / "report.html"
    assert pausa("score", "-r", REFERENCES, system, "--html", page).exit_code == 0
    assert "WiSeBE|nrefs:3" in page.read_text()


@pytest.mark.parametrize(
    ("command", "page"),
    [
        (["score", "-r", "anna.txt", "ben.txt"], "anna.txt"),
        (["score", "-r", "anna.txt", "ben.txt"], "./ben.txt"),
        (["score", "-r", "people", "ben.txt"], "people/carla.txt"),
        (["agree", "anna.txt", "ben.txt"], "link.txt"),
        (["agree", "people"], "people/carla.txt"),
    ],
)
def test_the_page_never_replaces_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], page: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("people").mkdir()
    names = ("anna.txt", "ben.txt", "people/carla.txt", "people/dora.txt")
    for name in names:
        Path(name).write_text("so we left\nit was late\n")
    Path("link.txt").symlink_to("ben.txt")
    result = pausa(*command, "--html", page)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{page} is also an input; write somewhere else." in result.stderr
    assert {Path(name).read_text() for name in names} == {"so we left\nit was late\n"}


def test_a_page_may_stand_beside_what_is_read(tmp_path: Path) -> None:
    for name in ("anna.txt", "ben.txt"):
        (tmp_path / name).write_text("so we left\nit was late\n")
    assert pausa("agree", tmp_path, "--html", tmp_path / "page.html").exit_code == 0


def test_align_puts_reference_ends_on_other_words(tmp_path: Path) -> None:
    reference, heard = tmp_path / "reference.txt", tmp_path / "heard.txt"
    reference.write_text("so we left early\nit was late\n")
    heard.write_text("so we left it was very late")
    result = pausa("align", reference, heard)
    assert result.stdout.splitlines() == ["so we left", "it was very late"]
    assert "word error rate" in result.stderr
    assert "1 moved" in result.stderr


def test_align_gives_reference_words_the_times_of_the_recogniser(tmp_path: Path) -> None:
    reference = tmp_path / "reference.txt"
    reference.write_text((REFERENCES / "maria.txt").read_text().replace("bakery", "cakery"))
    shown = pausa("align", reference, EXAMPLE, "--condition", "ref", "--to", "json").stdout
    document = json.loads(shown)
    assert document["words"][12]["text"] == "cakery"
    assert document["words"][12]["start"] > 0
    assert len(document["segmentations"][0]["ends"]) == 24


def test_a_score_is_found_by_its_name_in_tables_and_by_what_it_is_the_mean_of(system: Path) -> None:
    one, other = (
        pausa("score", "-r", REFERENCES, system, "-m", asked).stdout for asked in ("F1,WiSeBE", "f1_mean,wisebe")
    )
    assert one == other
    assert "no score" in pausa("score", "-r", REFERENCES, system, "-m", ",").stderr
    assert "nist_su" in pausa("score", "-r", REFERENCES, system, "-m", "nist_su").stderr


def test_a_folder_with_one_recording_is_matched_by_name(tmp_path: Path) -> None:
    for folder, names in (("people", ("monday", "sunday")), ("system", ("sunday",))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / f"{name}.txt").write_text(f"so we left on {name}\nit was late\n")
    found = json.loads(pausa("score", "-r", tmp_path / "people", tmp_path / "system", "-f", "json").stdout)
    assert found["references"] == ["people"]
    assert found["systems"][0]["scores"]["f1_mean"]["value"] == 1


def test_two_people_are_told_why_their_wisebe_is_nothing(system: Path) -> None:
    two = [part for name in ("bartek.txt", "chloe.txt") for part in ("-r", REFERENCES / name)]
    assert "judged by the other alone" in pausa("score", *two, system).stdout
    assert "judged by the other alone" not in pausa("score", *two, system, "-m", "f1_mean").stdout

"""Every dependency is pinned and under a licence somebody has looked at, and the bill of materials names them all."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from docs.dependencies import (
    EXCEPTIONS,
    EXTRAS,
    PAGE,
    Package,
    licence_of,
    packages,
    page,
    parts,
    plain,
    problems,
    sbom,
)


@pytest.fixture(scope="module")
def found() -> list[Package]:
    try:
        return packages()
    except PackageNotFoundError as missing:
        pytest.skip(f"{missing.name} is not installed")


def test_the_page_is_up_to_date(found: list[Package]) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(found), "python -m docs.dependencies"


def test_all_is_pinned_and_taken(found: list[Package]) -> None:
    as_pinned = {one.name: one.version for one in found}
    assert problems(found, as_pinned) == []
    assert EXCEPTIONS.keys() <= as_pinned.keys()


def test_what_users_install_is_under_no_licence_that_asks_for_theirs(found: list[Package]) -> None:
    for one in found:
        if any(part.startswith("GPL") for part in parts(one.licence)):
            assert one.extras == ("dev",), one


def test_all_is_every_extra_that_users_may_want() -> None:
    extras = tomllib.loads((PAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    assert {*EXTRAS, "all"} == extras.keys()
    (line,) = extras["all"]
    assert Requirement(line).extras == set(EXTRAS) - {"dev", "fuzz"}


def test_each_problem_is_told() -> None:
    one = Package("click", "8.5.1", "BSD-3-Clause", (), ())
    assert problems([one], {"click": "8.5.1"}) == []
    assert problems([one], {"click": "8.5.1+local"}) == []
    assert problems([one], {"click": "8.4"}) == ["click 8.4 is installed, 8.5.1 is pinned"]
    assert problems([replace(one, version="")], {"click": "8.4"}) == ["click is not in constraints.txt"]
    for licence in ("AGPL-3.0-only", "MIT AND Unheard-Of", ""):
        assert "look at its licence" in problems([replace(one, licence=licence)], {"click": "8.5.1"})[0]


def test_licences_are_told_by_the_packages_themselves() -> None:
    assert licence_of(distribution("click")) == "BSD-3-Clause"
    assert licence_of(distribution("pausa")) == "Apache-2.0 AND CC-BY-SA-4.0"
    assert plain("Typing_Extensions") == "typing-extensions"


def test_the_bill_of_materials_is_whole_and_the_same_each_time(found: list[Package], tmp_path: Path) -> None:
    wheel = tmp_path / "pausa-1-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    made = sbom(found, "1", wheel)
    assert made == sbom(packages(), "1", wheel)
    bill = json.loads(made)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    refs = [one["bom-ref"] for one in bill["components"]]
    assert len(set(refs)) == len(refs) > 50
    top = bill["metadata"]["component"]["bom-ref"]
    assert {one["ref"] for one in bill["dependencies"]} == {*refs, top}
    assert {ref for one in bill["dependencies"] for ref in one["dependsOn"]} <= set(refs)
    assert all(one["licenses"][0]["expression"] for one in bill["components"])
    assert "praat-parselmouth" not in {one["name"] for one in bill["components"]}
    wheel.write_bytes(b"another")
    other = json.loads(sbom(found, "1", wheel))
    assert other["serialNumber"] != bill["serialNumber"]

"""What Pausa stands on: every package that its extras bring along, with version and licence, and a bill of materials.

    python -m docs.dependencies            write dependencies.md
    python -m docs.dependencies sbom DIST  write a CycloneDX bill of materials beside the wheel in DIST
    python -m docs.dependencies audit      is everything pinned, installed as pinned, and under a licence we take?

Versions are those of constraints.txt; licences are what the installed packages say of themselves.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from pausa.formats.files import save

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "dependencies.md"
EXTRAS = ("train", "audio", "report", "whisper", "vosk", "tables", "cluster", "fuzz", "web", "dev")
#: Licences that any dependency may have: they ask for their notice to be kept, or for changes to their own files.
TAKEN = frozenset(
    "0BSD Apache-2.0 Apache-2.0-WITH-LLVM-exception BSD-2-Clause BSD-3-Clause BSL-1.0 CC0-1.0 CNRI-Python ISC MIT "
    "MIT-0 MIT-CMU MPL-2.0 PSF-2.0 Zlib".split()
)
#: Packages under other licences, and why they may be here.
EXCEPTIONS = {
    "psycopg": "LGPL: used as it is, as a library of its own; only where annotations are kept in PostgreSQL",
    "psycopg-binary": "LGPL: as psycopg",
    "praat-parselmouth": "GPL: only tests use it, to compare with Praat; nothing that is installed for users does",
}
#: What packages call licences that have a name in SPDX.
_NAMES = {
    "apache 2.0": "Apache-2.0", "apache license, version 2.0": "Apache-2.0", "apache software license": "Apache-2.0",
    "bsd": "BSD-3-Clause", "bsd license": "BSD-3-Clause", "bsd 3-clause license": "BSD-3-Clause",
    "3-clause bsd license": "BSD-3-Clause", "2-clause bsd": "BSD-2-Clause",
    "mit license": "MIT", "the mit license (mit)": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0", "psfl": "PSF-2.0",
    "gplv3": "GPL-3.0-or-later",
}  # fmt: skip
#: Packages that do not name their licence; it stands in the file that comes with them.
_BY_FILE = {"pympi-ling": "MIT"}
#: Extras whose packages are neither pinned nor tested here: whoever wants them brings a recogniser along.
_UNPINNED = frozenset({"faster-whisper", "vosk"})


#: Pinned, but not installed for the tests, which can do without: what their licence files say.
_APART = {"atheris": "Apache-2.0"}


@dataclass(frozen=True)
class Package:
    """One package: which version is tested, its licence, for which extras it is there, what it needs itself."""

    name: str
    version: str
    licence: str
    extras: tuple[str, ...]
    needs: tuple[str, ...]

    @property
    def shown_extras(self) -> tuple[str, ...]:
        """Those of users; `dev` has them all."""
        return tuple(extra for extra in self.extras if extra != "dev") or self.extras

    @property
    def is_taken(self) -> bool:
        return self.name in EXCEPTIONS or all(one in TAKEN for one in parts(self.licence))


def plain(name: str) -> str:
    """A package's name as indexes compare it.

    >>> plain("Typing_Extensions")
    'typing-extensions'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def parts(licence: str) -> list[str]:
    """The licences in an expression; of those to choose from all are asked for.

    >>> parts("MIT AND (Apache-2.0 WITH LLVM-exception OR 0BSD)")
    ['MIT', 'Apache-2.0-WITH-LLVM-exception', '0BSD']
    """
    return re.split(r" (?:AND|OR) ", licence.replace(" WITH ", "-WITH-").replace("(", "").replace(")", ""))


def pins() -> dict[str, str]:
    """The versions that Pausa is tested with."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split("\n")
    found = [line.partition("==") for line in lines if line and not line.startswith("#")]
    return {plain(name): version for name, _, version in found}


def licence_of(found: Distribution) -> str:
    """What a package says its licence is, by its SPDX name; empty where it cannot be told."""
    said = found.metadata
    if said["License-Expression"]:
        return str(said["License-Expression"])
    short = next(iter((said["License"] or "").strip().split("\n")))
    classes = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or [] if line.startswith("License")]
    for told in (short, *classes):
        known = str(_NAMES.get(told.lower(), told))
        if known and all(one in TAKEN or one.startswith(("GPL", "LGPL")) for one in parts(known)):
            return known
    return _BY_FILE.get(plain(str(said["Name"])), "")


def needs(name: str, extras: Iterable[str]) -> dict[str, frozenset[str]]:
    """What a package with such extras asks for on this machine, each with the extras it asks for."""
    asked: dict[str, frozenset[str]] = {}
    for line in _own(extras) if name == "pausa" else [] if name in _APART else distribution(name).requires or []:
        wanted = Requirement(line)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            name = plain(wanted.name)
            asked[name] = asked.get(name, frozenset()) | frozenset(wanted.extras)
    return asked


def _own(extras: Iterable[str]) -> list[str]:
    """What Pausa asks for as it is now, which an older installation would not tell."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]


def packages() -> list[Package]:
    """Every package that Pausa with all its extras brings along, by name; an error where one is not installed."""
    wanted: dict[str, set[str]] = {}
    links: dict[str, set[str]] = {}
    for extra in ("", *EXTRAS):
        seen: set[tuple[str, frozenset[str]]] = set()
        waiting = [("pausa", frozenset({extra} - {""}))]
        while waiting:
            name, extras = waiting.pop()
            if (name, extras) in seen or name in _UNPINNED:
                continue
            seen.add((name, extras))
            wanted.setdefault(name, set()).add(extra)
            asked = needs(name, extras)
            links.setdefault(name, set()).update(asked.keys() - _UNPINNED - {name})
            waiting.extend(asked.items())
    pinned = pins()
    return [
        Package(
            name=name,
            version=pinned.get(name, ""),
            licence=_APART.get(name) or licence_of(distribution(name)),
            extras=tuple(extra for extra in EXTRAS if extra in wanted[name]) if "" not in wanted[name] else (),
            needs=tuple(sorted(links[name])),
        )
        for name in sorted(wanted)
        if name != "pausa"
    ]


def page(found: Iterable[Package]) -> str:
    """The page that lists them."""
    rows = [
        f"| {one.name} | {one.version or 'as the environment has it'} | {one.licence}{_note(one)} | "
        f"{', '.join(one.shown_extras) or 'always'} |"
        for one in found
    ]
    return _PAGE.format(rows="\n".join(rows), taken=", ".join(sorted(TAKEN)))


def _note(one: Package) -> str:
    return f" ({EXCEPTIONS[one.name].partition(': ')[2]})" if one.name in EXCEPTIONS else ""


def problems(found: Iterable[Package], installed: Mapping[str, str]) -> list[str]:
    """What is not as it should be: not pinned, installed in another version, under a licence nobody has looked at."""
    told = []
    for one in found:
        if not one.version and one.name != "setuptools":  # pip brings it into every environment
            told.append(f"{one.name} is not in constraints.txt")
        elif one.version and installed.get(one.name, one.version).partition("+")[0] != one.version:
            told.append(f"{one.name} {installed[one.name]} is installed, {one.version} is pinned")
        if not one.is_taken:
            told.append(f"{one.name}: look at its licence ({one.licence or 'none is named'})")
    return told


def sbom(found: Iterable[Package], version: str, wheel: Path) -> str:
    """A bill of materials in CycloneDX 1.5; the same wheel and the same pins give the same bytes."""
    used = [one for one in found if one.extras != ("dev",)]
    names = {one.name for one in used}
    top = f"pkg:pypi/pausa@{version}"
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    components = [
        {
            "type": "library",
            "bom-ref": _address(one),
            "name": one.name,
            **({"version": one.version} if one.version else {}),
            "scope": "optional" if one.extras else "required",
            "licenses": [{"expression": one.licence}],
            "purl": _address(one),
        }
        for one in used
    ]
    by_name = {one.name: _address(one) for one in used}
    links = [{"ref": top, "dependsOn": sorted(by_name[name] for name in _direct() & names)}]
    links += [
        {"ref": _address(one), "dependsOn": sorted(by_name[name] for name in one.needs if name in names)}
        for one in used
    ]
    content = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": top,
                "name": "pausa",
                "version": version,
                "licenses": [{"expression": licence_of(distribution("pausa"))}],
                "purl": top,
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        },
        "components": components,
        "dependencies": links,
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return json.dumps({**content, "serialNumber": f"urn:uuid:{serial}"}, indent=1, ensure_ascii=False) + "\n"


def _direct() -> set[str]:
    return set(needs("pausa", [extra for extra in EXTRAS if extra != "dev"])) - {"pausa"}


def _address(one: Package) -> str:
    return f"pkg:pypi/{one.name}" + (f"@{one.version}" if one.version else "")


def main() -> None:
    asked = sys.argv[1:]
    try:
        found = packages()
    except PackageNotFoundError as problem:
        raise SystemExit(f"{problem.name} is not installed; python3 tasks.py test installs everything") from None
    if asked[:1] == ["sbom"] and len(asked) == 2:
        for wheel in sorted(Path(asked[1]).glob("pausa-*.whl")):
            version = wheel.name.split("-")[1]
            save(sbom(found, version, wheel), wheel.with_name(f"pausa-{version}.cdx.json"))
    elif asked == ["audit"]:
        installed = {one.name: distribution(one.name).version for one in found if one.name not in _APART}
        told = problems(found, installed)
        print(*(told or [f"{len(found)} packages: all pinned, installed as pinned, licences as taken"]), sep="\n")
        raise SystemExit(bool(told))
    elif not asked:
        save(page(found), PAGE)
    else:
        raise SystemExit(__doc__)


_PAGE = """# What Pausa stands on

Made by `python -m docs.dependencies`: every package that Pausa and its extras bring along (on Linux with Python 3.11),
in the version that Pausa is tested with, under the licence that the package names. `tests/test_dependencies.py`
compares.

| package | version | licence | for |
|---|---|---|---|
{rows}

Taken without asking: {taken}. Others are named above with the reason, and a new one fails the tests until somebody has
looked at it. `faster-whisper` and `vosk` (the extras of these names) are neither pinned nor checked: whoever wants a
recogniser chooses its version.

## Checks

- `python3 tasks.py audit`, part of `check`: everything is pinned in `constraints.txt`, installed as pinned, and under a
  licence that is taken. It needs no network.
- `python3 tasks.py wheel` builds the wheel into `dist/` and beside it `pausa-VERSION.cdx.json`, a CycloneDX bill of
  materials of what users install, with the wheel's SHA-256. The same commit gives the same bytes.
- Known holes in dependencies are **not** looked up: that cannot be done without network. `pip-audit` asks a service for
  each package; the list that comes as a package, `safety-db`, has 2021.7.17 as its last version here. With network:
  `pip-audit --requirement constraints.txt`.
- Hashes are not pinned: `constraints.txt` serves several platforms and builds of torch, and pip takes hashes for one
  set of files only.
"""

if __name__ == "__main__":
    main()

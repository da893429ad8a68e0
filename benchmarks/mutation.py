"""Small mistakes put into the code one by one: does a test notice?

    python -m benchmarks mutation glue --most 40          the code between the formulas and the reader, a sample
    python -m benchmarks mutation glue --most 40 --again  survivors once more, after tests were added
    python -m benchmarks mutation glue --only workflow/gather.py
    python -m benchmarks mutation metrics --sample 80     so many over all modules of metrics; then decode, align, stats

A mistake is one changed comparison, sign, number, default or order of arguments. The tests that go with a module are
run on each; a mistake that none of them notices survives. What was found is kept in `results/mutation-NAME.json`, so a
run that was stopped goes on; survivors are listed with their lines, and with the reason where `benchmarks/survivors.py`
has one.

Each mistake gets a process of its own, forked from one that has imported everything below the module, so that a
mistake costs little more than the tests that find it. Tests that start other processes see the code as it is.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import resource
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from math import ceil
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.places import RESULTS, ROOT
from benchmarks.survivors import REASONS

_SCORING = ("tests/workflow/test_glue.py", "tests/workflow/test_evaluate.py")
_GATHERING = ("tests/workflow/test_gather.py", "tests/workflow/test_crowds.py")
_TABLES = ("tests/reports/test_tables.py",)
_PAGE = ("tests/reports/test_pictures.py", "tests/reports/test_curves.py")


def _package(package: str, nearest: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Every module of a package with all tests of that package: those of its own name first, or those named here."""
    tests = sorted(path.stem for path in (ROOT / "tests" / package).glob("test_*.py"))
    found = {}
    for path in sorted((ROOT / "src" / "pausa" / package).glob("*.py")):
        own = nearest.get(path.stem, f"test_{path.stem}")
        ordered = sorted(tests, key=lambda test: (test != own, test))
        found[f"{package}/{path.name}"] = tuple(f"tests/{package}/{test}.py" for test in ordered)
    return found


#: What is tried under each name: modules below `src/pausa`, and the tests that go with them, the nearest first.
TARGETS: dict[str, dict[str, tuple[str, ...]]] = {
    "glue": {
        "reports/tables.py": _TABLES,
        "reports/render.py": _TABLES,
        "reports/cells.py": _TABLES,
        "reports/recordings.py": ("tests/reports/test_recordings.py",),
        "reports/told_apart.py": ("tests/reports/test_told_apart.py",),
        "reports/drawn.py": ("tests/reports/test_told_apart.py", "tests/reports/test_page.py"),
        "alignment/conditions.py": ("tests/alignment/test_conditions.py", "tests/workflow/test_glue.py"),
        "workflow/conventions.py": ("tests/workflow/test_conventions.py", *_GATHERING),
        "workflow/trials.py": ("tests/workflow/test_trials.py", "tests/workflow/test_glue.py"),
        "workflow/gather.py": _GATHERING,
        "workflow/crowds.py": _GATHERING,
        "workflow/comparing.py": _SCORING,
        "workflow/scoring.py": _SCORING,
        "workflow/baselines.py": _SCORING,
        "workflow/evaluate.py": (*_SCORING, "tests/workflow/test_gather.py"),
        "workflow/evaluation.py": _SCORING,
        "reports/pictures.py": _PAGE,
        "reports/figures.py": _PAGE,
        "reports/curves.py": ("tests/reports/test_curves.py",),
        "reports/ribbons.py": ("tests/reports/test_ribbons.py",),
        "workflow/standing.py": ("tests/workflow/test_standing.py",),
        "stats/signtest.py": ("tests/stats/test_signtest.py", "tests/workflow/test_glue.py"),
        "stats/student.py": ("tests/stats/test_student.py",),
        "stats/bootstrap.py": ("tests/stats/test_bootstrap.py",),
        "stats/paired.py": ("tests/stats/test_paired.py", "tests/workflow/test_glue.py"),
        "stats/jackknife.py": ("tests/stats/test_jackknife.py", "tests/workflow/test_glue.py"),
        "reports/page.py": ("tests/reports/test_page.py",),
    },
    "metrics": _package("metrics", {"__init__": "test_registry", "drawn": "test_families"}),
    "decode": _package(
        "decode",
        {
            "__init__": "test_decode",
            "threshold": "test_decode",
            "path_costs": "test_path",
            "path_sums": "test_path",
            "path_window": "test_path",
        },
    ),
    "align": _package(
        "alignment",
        {"base": "test_edits", "joins": "test_numbers", "overlaps": "test_timed", "refine": "test_spelling"},
    ),
    "stats": _package("stats", {}),
}

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "low": "high", "high": "low"}
#: A process that works longer (by its own time, not the clock's) or takes more memory has noticed; unchanged code must
#: need no more than half, and where it needs far less, a mistake gets so many times that.
#: One that only waits is stopped in the end and has noticed nothing: the machine may be busy.
_SECONDS, _TIMES, _WAITING_SECONDS, _BYTES = 240, 4, 3600, 4 << 30
#: How many random examples a test tries: few find most mistakes, what they let pass is tried with more.
_EXAMPLES = (3, 25)
#: What pytest ends with where it was given no test to run.
_NO_TESTS = 5


@dataclass(frozen=True)
class Mistake:
    """A changed module: where, what stood there and what stands there now, and the source with the change."""

    line: int
    kind: str
    original: str
    change: str
    source: str

    @property
    def key(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


def mistakes(source: str) -> Iterator[Mistake]:
    """Every mistake that may be tried on a module."""
    tree = ast.parse(source)
    skipped = _silent(tree)
    lines = source.split("\n")
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for kind, change in _changes(node):
            changed = copy.deepcopy(tree)
            there = _nth(changed, place)
            change(there)
            number = getattr(node, "lineno", 1)
            shown = f"{_shown(node)} → {_shown(there)}"
            whole = ast.unparse(ast.fix_missing_locations(changed))
            yield Mistake(number, kind, lines[number - 1].strip(), shown, whole)


def _nth(tree: ast.AST, place: int) -> Any:
    return next(node for number, node in enumerate(ast.walk(tree)) if number == place)


def _shown(node: ast.AST) -> str:
    """A node as it reads, of a condition no more than what is asked."""
    return ast.unparse(ast.fix_missing_locations(node.test if isinstance(node, ast.If | ast.IfExp) else node))


def _silent(tree: ast.AST) -> set[int]:
    """Nodes whose change tells nothing: types, decorators, and `strict` of zip, which speaks of mistakes elsewhere."""
    found: set[int] = set()
    for node in ast.walk(tree):
        held: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            held = [node.returns, *(argument.annotation for argument in _arguments(node.args)), *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            held = [*node.decorator_list]
        elif isinstance(node, ast.AnnAssign):
            held = [node.annotation]
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            held = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            held = [node.args[1]]
        found |= {id(inner) for each in held if each is not None for inner in ast.walk(each)}
    return found


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    more = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *more]


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """What may be changed at a node, and how."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
        yield "comparison", lambda at: at.ops.__setitem__(0, _COMPARISONS[type(at.ops[0])]())
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield "sign", lambda at: setattr(at, "op", _OPERATORS[type(at.op)]())
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "and/or", lambda at: setattr(at, "op", other())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", lambda at: setattr(at, "operand", ast.UnaryOp(ast.Not(), at.operand))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "true/false", lambda at: setattr(at, "value", not at.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "number", lambda at: setattr(at, "value", at.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield "number", lambda at: setattr(at, "value", at.value / 2 + 0.1)
    elif isinstance(node, ast.IfExp | ast.If):
        yield "if", lambda at: setattr(at, "test", ast.UnaryOp(ast.Not(), at.test))
    elif isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in _NAMES and isinstance(node.ctx, ast.Load):
            field = "id" if isinstance(node, ast.Name) else "attr"
            yield "name", lambda at: setattr(at, field, _NAMES[name])
    elif isinstance(node, ast.Call) and _can_be_swapped(node):
        yield "order", lambda at: at.args.__setitem__(slice(0, 2), [at.args[1], at.args[0]])


def _can_be_swapped(call: ast.Call) -> bool:
    """Whether the first two arguments are there, are not the same, and their order matters without being a type."""
    first = call.args[:2]
    plain = len(first) == 2 and not any(isinstance(each, ast.Starred) for each in first)
    said = call.func.id if isinstance(call.func, ast.Name) else ""
    return plain and len(set(map(ast.dump, first))) == 2 and said not in ("min", "max", "isinstance")


def chosen(found: Sequence[Mistake], most: int | None, seed: str) -> list[Mistake]:
    """The mistakes to try: all, or so many at random, those that make the same source once."""
    distinct = list({each.key: each for each in found}.values())
    if most is None or len(distinct) <= most:
        return distinct
    return sorted(random.Random(seed).sample(distinct, most), key=lambda each: each.line)


def drawn(name: str, found: Mapping[str, Sequence[Mistake]], sample: int) -> dict[str, list[Mistake]]:
    """So many mistakes over all modules at random, each as likely as another: their share speaks for all."""
    every = [(module, each) for module, there in found.items() for each in there]
    taken = random.Random(name).sample(every, min(sample, len(every)))
    return {
        module: sorted((each for held, each in taken if held == module), key=lambda each: each.line) for module in found
    }


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module another source, whoever imports it."""

    def __init__(self, name: str, source: str, path: Path) -> None:
        self.name, self.source, self.path = name, source, path

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = importlib.util.spec_from_loader(fullname, self, origin=str(self.path))
        if spec is not None and self.path.stem == "__init__":
            spec.submodule_search_locations = [str(self.path.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(compile(self.source, self.path, "exec"), module.__dict__)


def _taken() -> int:
    """Bytes of address space that this process has already, by what it was forked from."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def notices(module: str, source: str, tests: Sequence[str], seconds: int = _SECONDS) -> bool:
    """Whether the tests fail with this source in the place of a module; if not, those of random examples get more.

    Tests that are at work for more than so many seconds fail.
    """
    return any(_fails(module, source, tests, examples, marked, seconds) for examples, marked in _rounds())


def _rounds() -> Iterator[tuple[int, str]]:
    """How many random examples tests of which marks try: all tests few, then those that try any at all more."""
    few, more = _EXAMPLES
    usual = "not browser and not slow"
    yield few, usual
    yield more, f"hypothesis and {usual}"


def _fails(module: str, source: str, tests: Sequence[str], examples: int, marked: str, seconds: int) -> bool:
    """Whether the tests with such marks fail; they run in a process of their own."""
    os.environ["PAUSA_EXAMPLES"] = str(examples)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _try(module, source, tests, marked, seconds)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) not in (0, _NO_TESTS, -signal.SIGALRM)


def _try(module: str, source: str, tests: Sequence[str], marked: str, seconds: int) -> int:
    """What the tests end with; nothing is shown, and no file is left."""
    import pytest

    # Time at work, so that a busy machine finds no mistake that is none.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.alarm(_WAITING_SECONDS)
    most = _taken() + _BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.meta_path.insert(0, _Changed(_dotted(module), source, ROOT / "src" / "pausa" / module))
    plugins = ["-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin"]
    return int(pytest.main(["-x", "-q", *plugins, "-m", marked, *tests]))


def _dotted(module: str) -> str:
    return "pausa." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _make_ready(module: str, source: str) -> None:
    """Import what tests need that does not hang on the module: all that is below it, and what is not ours."""
    from hypothesis import Phase, settings

    # A failing example need not be made small.
    settings.register_profile("quick", phases=(Phase.explicit, Phase.generate), database=None)
    settings.load_profile("quick")
    _forget()
    # What stands in a package imports the package, so nothing of ours comes before a package itself.
    for node in () if module.endswith("__init__.py") else ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pausa."):
            importlib.import_module(node.module)
    for name in ("pytest", "numpy.testing", "scipy.stats", "click.testing", "rich.progress", "jinja2"):
        importlib.import_module(name)
    if _dotted(module) in sys.modules:  # its package imports it, and whatever it imports imports the package
        _forget()


def _forget() -> None:
    """Let every module of Pausa be imported anew."""
    for name in [name for name in sys.modules if name == "pausa" or name.startswith("pausa.")]:
        del sys.modules[name]


def try_all(module: str, tests: Sequence[str], wanted: Sequence[Mistake]) -> Iterator[tuple[Mistake, bool]]:
    """Each mistake with whether it was noticed; an error where the tests fail with the module as it is."""
    source = (ROOT / "src" / "pausa" / module).read_text(encoding="utf-8")
    _make_ready(module, source)
    allowed: dict[int, int] = {}

    def rounds() -> Iterator[tuple[int, str, int]]:
        for examples, marked in _rounds():
            if examples not in allowed:
                allowed[examples] = _seconds_allowed(module, source, tests, examples, marked)
            yield examples, marked, allowed[examples]

    for each in wanted:
        yield each, any(_fails(module, each.source, tests, *asked) for asked in rounds())


def _seconds_allowed(module: str, source: str, tests: Sequence[str], examples: int, marked: str) -> int:
    """How long tests of a mistake may work: some times as long as those of the code as it is, which must not fail."""
    before = _seconds_at_work()
    if _fails(module, ast.unparse(ast.parse(source)), tests, examples, marked, _SECONDS // 2):
        raise SystemExit(f"{module}: its tests fail, or need more than {_SECONDS // 2} s, before anything is changed")
    return min(_SECONDS, _TIMES * ceil(1 + _seconds_at_work() - before))


def _seconds_at_work() -> float:
    """How long the processes that were started and have ended worked."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def page(
    name: str, results: Mapping[str, Mapping[str, Any]], sample: int | None = None, *, is_known: bool = False
) -> str:
    """The table of modules and the survivors, each with why it is let live."""
    there = sum(found["mistakes"] for found in results.values())
    rows, survivors, tried, noticed = [], [], 0, 0
    for module, found in sorted(results.items()):
        each_tried = found["tried"].values()
        seen = sum(each["noticed"] for each in each_tried)
        share = f"{seen / len(each_tried):.0%}" if each_tried else ""
        rows.append(f"| {module} | {found['mistakes']} | {len(each_tried)} | {seen} | {share} |")
        tried, noticed = tried + len(each_tried), noticed + seen
        survivors += [_survivor(module, each) for each in each_tried if not each["noticed"]]
    return "\n".join(
        [
            f"# Mistakes that tests notice: {name}",
            "",
            *_told(name, results, sample, is_known),
            "",
            "| module | mistakes | tried | noticed | share |",
            "|---|---:|---:|---:|---:|",
            *rows,
            f"| all | {there} | {tried} | {noticed} | {noticed / max(1, tried):.1%} |",
            "",
            "## Survivors",
            "",
            "| where | changed | why it lives |",
            "|---|---|---|",
            *survivors,
            "",
        ]
    )


def _told(name: str, results: Mapping[str, Mapping[str, Any]], sample: int | None, is_known: bool = False) -> list[str]:
    """The command, how mistakes were chosen, and what the share speaks for."""
    each_tried = [each for found in results.values() for each in found["tried"].values()]
    there = sum(found["mistakes"] for found in results.values())
    tried, noticed = len(each_tried), sum(each["noticed"] for each in each_tried)
    most = max((len(found["tried"]) for found in results.values()), default=0)
    sampled = tried < there
    option = (f" --sample {sample}" if sample else f" --most {most}") if sampled else ""
    option += " --known" if is_known else ""
    how = f", chosen at random {'over all modules' if sample else 'in each module'}, the same each time"
    told = [
        f"Made by `python -m benchmarks mutation {name}{option}`."
        f" Of the {there} small mistakes to make in these modules",
        f"{tried} were tried, one at a time{how if sampled else ''}."
        f" Tests noticed {noticed}: {noticed / max(1, tried):.1%}.",
    ]
    if sampled and sample and not is_known:
        first = sum(each.get("at_first", each["noticed"]) for each in each_tried)
        share = first / max(1, tried)
        within = 1.96 * (share * (1 - share) / max(1, tried)) ** 0.5
        told.append(
            f"Before tests were written for survivors they noticed {first}: {share:.1%}, which of all mistakes is true "
            f"within {100 * within:.1f} points."
        )
    elif sampled:
        told.append("Tests were written for survivors, so the share is that of this sample alone.")
    return told


def _survivor(module: str, found: dict[str, Any]) -> str:
    lines = (ROOT / "src" / "pausa" / module).read_text(encoding="utf-8").split("\n")
    reason = REASONS.get((module, lines[found["line"] - 1].strip(), found["change"]), "")
    changed = found["change"].replace("|", "\\|")
    return f"| {module}:{found['line']} | `{changed}` | {reason} |"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("name", choices=list(TARGETS))
    asked.add_argument("--most", type=int, help="at most so many mistakes in each module, at random")
    asked.add_argument("--sample", type=int, help="so many mistakes over all modules, at random")
    asked.add_argument("--known", action="store_true", help="say that tests were written with this sample in view")
    asked.add_argument("--only", action="append", default=[], help="only this module; repeat")
    asked.add_argument("--again", action="store_true", help="try survivors once more")
    given = asked.parse_args()
    target = RESULTS / f"mutation-{given.name}.json"
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    results: dict[str, dict[str, Any]] = json.loads(target.read_text()) if target.is_file() else {}
    found = {module: _possible(module) for module in TARGETS[given.name]}
    if given.sample:
        wanted = drawn(given.name, found, given.sample)
    else:
        wanted = {module: chosen(there, given.most, module) for module, there in found.items()}
    for module, tests in TARGETS[given.name].items():
        if given.only and module not in given.only:
            continue
        known = results.get(module, {}).get("tried", {})
        kept = {each.key: known[each.key] for each in wanted[module] if each.key in known}
        left = [each for each in wanted[module] if _is_left(kept.get(each.key), given.again)]
        results[module] = {"mistakes": len(found[module]), "tried": kept}
        for each, seen in try_all(module, tests, left):
            at_first = {"at_first": False} if each.key in kept else {}
            kept[each.key] = {"line": each.line, "kind": each.kind, "change": each.change, "noticed": seen, **at_first}
            print(module, each.line, each.change, "noticed" if seen else f"SURVIVED {each.original}", flush=True)
            _keep(results, target)
    _keep(results, target)
    shown = page(given.name, results, given.sample, is_known=given.known)
    target.with_suffix(".md").write_text(shown)
    print(shown)


def _keep(results: Mapping[str, Mapping[str, Any]], target: Path) -> None:
    target.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


def _possible(module: str) -> list[Mistake]:
    return chosen(list(mistakes((ROOT / "src" / "pausa" / module).read_text(encoding="utf-8"))), None, module)


def _is_left(known: Mapping[str, Any] | None, again: bool) -> bool:
    """Whether a mistake is still to be tried."""
    return known is None or (again and not known["noticed"])


if __name__ == "__main__":
    main()

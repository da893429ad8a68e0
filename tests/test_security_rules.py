"""Rules that hold everywhere in the source: nothing is executed, unpickled, or unpacked without a bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pausa"
#: Modules that make objects or programs out of bytes; `yaml` has no use here.
FORBIDDEN = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "code", "pty", "tarfile"}
EXECUTING = {"eval", "exec", "compile", "__import__"}
SHELLS = {"system", "popen", "getoutput", "getstatusoutput", "create_subprocess_shell"}
EXTRACTING = {"extractall", "extract", "unpack_archive"}
#: Who starts other programs: ffmpeg for audio, and workers of the playground.
STARTING = {"features/audio.py", "web/api_pool.py"}
#: Who reads XML, and where packed files and archives are opened: each bounds what it reads.
XML = {"formats/xmls.py"}
UNPACKING = {"core/unpacking.py", "formats/docx.py"}
#: Who writes archives and never reads one.
PACKING = {"formats/docx_writing.py", "store/exports.py"}
PACKED = {"gzip", "bz2", "lzma", "zipfile"}


def broken_rules(tree: ast.AST, module: str) -> Iterator[str]:
    """Each rule that a module breaks, with its line."""
    for node in ast.walk(tree):
        for problem in (
            _imports(node, module) if isinstance(node, ast.Import | ast.ImportFrom) else _calls(node, module)
        ):
            yield f"{module}:{getattr(node, 'lineno', 0)}: {problem}"


def _imports(node: ast.Import | ast.ImportFrom, module: str) -> Iterator[str]:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
    taken = {each.name for each in node.names} if isinstance(node, ast.ImportFrom) else set()
    for name in names:
        top = name.partition(".")[0]
        if top in FORBIDDEN:
            yield f"imports {name}"
        if top == "subprocess" and module not in STARTING:
            yield "starts other programs"
        if top in PACKED and module not in UNPACKING | PACKING:
            yield f"opens packed files by {name}"
        writes_only = name == "xml.sax.saxutils" or (name == "xml.etree.ElementTree" and taken == {"Element"})
        if top in {"xml", "lxml"} and not writes_only and module not in XML:
            yield "parses XML by itself"


def _calls(node: ast.AST, module: str) -> Iterator[str]:
    if not isinstance(node, ast.Call):
        return
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    owner = node.func.value.id if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) else ""
    given = {word.arg: word.value for word in node.keywords}
    if isinstance(node.func, ast.Name) and called in EXECUTING:
        yield f"calls {called}"
    starts = called in SHELLS or called.startswith(("execv", "execl", "spawnv", "spawnl"))
    if (starts and owner in {"os", "subprocess", "asyncio"}) or "shell" in given:
        yield "uses a shell"
    if called in EXTRACTING and owner != "re":
        yield "extracts an archive to wherever it says"
    if called == "load" and owner in {"torch", "joblib"}:
        yield f"unpickles by {owner}.load"
    if owner in {"np", "numpy"} and called in {"load", "save"}:
        value = given.get("allow_pickle")
        if not (isinstance(value, ast.Constant) and value.value is False):
            yield f"np.{called} without allow_pickle=False"
    if owner == "zlib" and called.startswith("decompress"):
        yield "unpacks without a bound"
    if called == "ZipFile" and module in PACKING:
        mode = node.args[1] if len(node.args) > 1 else given.get("mode")
        if not (isinstance(mode, ast.Constant) and mode.value == "w"):
            yield "reads an archive"
    if owner == "subprocess" and called in {"run", "Popen"} and isinstance(node.args[0], ast.Constant | ast.JoinedStr):
        yield "starts a program by a line of text"


def test_the_source_keeps_every_rule() -> None:
    broken = [
        told
        for path in sorted(SOURCE.rglob("*.py"))
        for told in broken_rules(
            ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(SOURCE)).replace("\\", "/")
        )
    ]
    assert broken == []


def test_exceptions_are_modules_that_need_them() -> None:
    """A module that no longer opens anything leaves the list."""
    for module in STARTING | XML | UNPACKING | PACKING:
        told = list(broken_rules(ast.parse((SOURCE / module).read_text(encoding="utf-8")), "elsewhere.py"))
        assert told, f"{module} needs no exception"


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from yaml import load",
        "import joblib.memory",
        "eval('1')",
        "exec(code)",
        "compile(text, 'x', 'exec')",
        "os.system('ls')",
        "os.execvp('ls', [])",
        "subprocess.run(['ls'], shell=True)",
        "subprocess.run('ls')",
        "import subprocess",
        "torch.load(path)",
        "np.load(path)",
        "np.load(path, allow_pickle=True)",
        "import gzip",
        "from zipfile import ZipFile",
        "zlib.decompress(data)",
        "archive.extractall(place)",
        "from xml.etree.ElementTree import fromstring",
        "import xml.dom.minidom",
        "from lxml import etree",
    ],
)
def test_each_rule_is_seen_to_be_broken(source: str) -> None:
    assert list(broken_rules(ast.parse(source), "anywhere.py"))


@pytest.mark.parametrize(
    "source",
    [
        "re.compile('a')",
        "network.eval()",
        "np.load(path, allow_pickle=False)",
        "from xml.sax.saxutils import escape",
        "from xml.etree.ElementTree import Element",
        "zlib.crc32(data)",
    ],
)
def test_what_is_harmless_is_let_be(source: str) -> None:
    assert not list(broken_rules(ast.parse(source), "anywhere.py"))


def test_an_archive_is_only_written_by_who_writes() -> None:
    assert not list(broken_rules(ast.parse("zipfile.ZipFile(file, 'w')"), "store/exports.py"))
    assert list(broken_rules(ast.parse("zipfile.ZipFile(file)"), "store/exports.py"))

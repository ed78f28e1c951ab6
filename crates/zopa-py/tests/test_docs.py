"""The manual: its blocks run, print what stands below them, and have sound types.

``UPDATE_DOCS=1 pytest crates/zopa-py/tests/test_docs.py`` rewrites what stands below them.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import zopa

PAGE = ROOT / "docs" / "python.md"
README = ROOT / "crates" / "zopa-py" / "README.md"
PACKAGE = ROOT / "crates" / "zopa-py" / "python" / "zopa"
EXAMPLES = ROOT / "examples" / "distributed"
SETTINGS = str(ROOT / "crates" / "zopa-py" / "pyproject.toml")
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str | None]]:
    """The blocks of Python of a page, each with what is shown below it."""
    return [(found[1], found[2]) for found in BLOCK.finditer(page.read_text())]


@pytest.fixture
def beside_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the repository's data, so that what a page writes is written there."""
    for name in ("data", "crates"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_blocks_print_what_is_shown(beside_the_data: Path) -> None:
    for library in ("pyarrow", "polars", "pandas", "matplotlib"):
        pytest.importorskip(library)
    names: dict[str, Any] = {"__name__": "page"}
    found = blocks(PAGE)
    assert len(found) > 8
    for code, shown in found:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, PAGE.name, "exec"), names)
        if os.environ.get("UPDATE_DOCS") and shown is not None:
            page = PAGE.read_text()
            PAGE.write_text(page.replace(f"{code}```\n\n```text\n{shown}```", f"{code}```\n\n```text\n{printed.getvalue()}```"))
            continue
        assert printed.getvalue() == (shown or ""), code
    assert (beside_the_data / "plane.png").stat().st_size > 1000


def test_the_blocks_of_the_readme_run(beside_the_data: Path) -> None:
    ((code, _),) = blocks(README)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == "True 0.3\nmissed\n"


def test_the_example_of_the_package_is_right() -> None:
    assert doctest.testmod(zopa, raise_on_error=True).attempted >= 3


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the code of the pages, and what mypy has learned so far."""
    folder = tmp_path_factory.mktemp("typed")
    for name, page in (("page", PAGE), ("readme", README)):
        (folder / f"{name}.py").write_text("\n".join(code for code, _ in blocks(page)))
    return folder


def check(*arguments: str, cwd: Path) -> None:
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPY_CACHE_DIR": str(cwd / ".mypy_cache"), "MYPYPATH": str(EXAMPLES)}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_pages_and_examples_are_sound(typed: Path) -> None:
    examples = sorted(str(file) for file in EXAMPLES.glob("*.py"))
    assert examples
    check("mypy", "--config-file", SETTINGS, "page.py", "readme.py", *examples, cwd=typed)


def test_the_types_of_the_package_are_sound(typed: Path) -> None:
    check("mypy", "--config-file", SETTINGS, str(PACKAGE), cwd=typed)


def test_the_stub_is_what_the_native_half_holds(typed: Path) -> None:
    check("mypy.stubtest", "zopa._zopa", cwd=typed)


def public(owner: object, path: str) -> list[tuple[str, object]]:
    """The public names of a module or class of the package."""
    names = getattr(owner, "__all__", None) or [name for name in vars(owner) if not name.startswith("_")]
    return [(f"{path}.{name}", getattr(owner, name)) for name in names if name != "__version__"]


def test_everything_public_is_documented() -> None:
    missing = []
    for path, found in public(zopa, "zopa"):
        if path.rpartition(".")[2] in ("Number", "Pair", "Share"):
            continue  # aliases; their text stands below them
        if not (found.__doc__ or "").strip():
            missing.append(path)
        if isinstance(found, type):
            fields = set(getattr(found, "__dataclass_fields__", ()))
            missing += [
                where
                for where, member in public(found, path)
                if where.rpartition(".")[2] not in fields
                and (callable(member) or isinstance(member, property))
                and not (member.__doc__ or "").strip()
            ]
    assert missing == []

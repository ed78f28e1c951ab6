"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._results import Diagnostic


class ZopaError(Exception):
    """What every exception of this package is."""


class ScenarioError(ZopaError, ValueError):
    """A scenario has errors, or scenarios do not go together.

    ``diagnostics`` holds every finding, warnings too, in the order of the text.
    """

    diagnostics: tuple[Diagnostic, ...]
    """Every finding; empty where the fault is not within one file."""
    path: str | None
    """The file, where there is one."""

    def __init__(
        self, message: str, diagnostics: tuple[Diagnostic, ...] = (), path: str | None = None
    ) -> None:
        super().__init__(message, diagnostics, path)
        self.diagnostics = diagnostics
        self.path = path

    def __str__(self) -> str:
        return str(self.args[0])


class AnalysisError(ZopaError, ValueError):
    """A scenario free of errors cannot be analysed: it has no resources, or too many latent ones."""


class LimitError(AnalysisError):
    """An analysis met a limit before it was done."""

    limit: str
    """The limit that was met: ``max_points`` or ``time_limit``."""

    def __init__(self, message: str, limit: str) -> None:
        super().__init__(message, limit)
        self.limit = limit

    def __str__(self) -> str:
        return str(self.args[0])


class RunError(ZopaError, ValueError):
    """A deal is none: it names what is not there, or shares out what cannot be."""

    code: str
    """The rule that is broken, such as ``over-allocated``; ``zopa explain CODE`` tells more."""
    at: str
    """The place, as a JSON Pointer into the run: ``/allocation/cash/Ana``."""
    message: str
    """What was found and what is wanted."""

    def __init__(self, code: str, at: str, message: str) -> None:
        super().__init__(code, at, message)
        self.code = code
        self.at = at
        self.message = message

    def __str__(self) -> str:
        return f"{self.code} at {self.at or '/'}: {self.message}"


class TableError(ZopaError, ValueError):
    """A table cannot be scored: a column is missing, of another type, or named as one that the score adds."""

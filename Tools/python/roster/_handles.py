"""What has a handle in the library."""

from __future__ import annotations

import weakref
from types import TracebackType
from typing import TypeVar

from . import _library
from .errors import Forked

Self = TypeVar("Self", bound="Handled")


class Handled:
    """Something that is closed: at the end of a `with` block, by close(), or when nothing refers to it any more."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._finalizer = weakref.finalize(self, _library.library.roster_close, handle)

    def close(self) -> None:
        """Closes it; again does nothing."""
        if self._finalizer.detach() is None:
            return
        try:
            _library.call("roster_close", self._handle)
        except Forked:
            # It is the parent's, which closes it.
            pass

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

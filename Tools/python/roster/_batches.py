"""Batches, pulled by a loop or by asyncio."""

from __future__ import annotations

import asyncio
import ctypes
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _library
from ._handles import Handled
from ._library import call, call_for_bytes, call_for_handle, call_for_json
from .errors import Closed, InvalidHandle, Timeout

if TYPE_CHECKING:
    from ._lists import Snapshot

_KINDS = {
    1: "remove items", 2: "remove sections", 3: "insert sections", 4: "move section",
    5: "insert items", 6: "move item", 7: "update items", 8: "update section",
}


@dataclass(frozen=True)
class Operation:
    """One edit. Each uses the indexes of the list as the one before has left it.

    kind: "remove items", "remove sections", "insert sections", "move section", "insert items", "move item",
    "update items", "update section". Numbers that a kind does not use are -1.
    """

    kind: str
    section: int
    start: int
    count: int
    target_section: int
    target: int
    #: The models of what is inserted or updated.
    models: list[Any]


class Batch(Handled):
    """What leads from one revision of a list to a later one."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        info = _library.BatchInfo()
        call("roster_batch_describe", handle, ctypes.byref(info))
        #: The revision before.
        self.source_revision: int = info.source_revision
        #: The revision behind.
        self.target_revision: int = info.target_revision
        self._operation_count: int = info.operations
        self._line: dict[str, Any] | None = None

    @property
    def operations(self) -> list[Operation]:
        """The edits that lead from the list before to the list behind, one after the other."""
        infos = (_library.OperationInfo * self._operation_count)()
        copied = ctypes.c_size_t()
        call(
            "roster_batch_operations", self._handle, 0, infos, self._operation_count,
            ctypes.byref(copied))
        return [
            Operation(
                _KINDS[info.kind], info.section, info.start, info.count, info.target_section,
                info.target, self._models(index, info.kind))
            for index, info in enumerate(infos)
        ]

    def _models(self, index: int, kind: int) -> list[Any]:
        if kind not in (3, 5, 7, 8):
            return []
        models: list[Any] = call_for_json("roster_batch_models", self._handle, index)
        return models

    @property
    def line(self) -> dict[str, Any]:
        """The batch as a line of batches has it: the counts, what changed by the paths of both lists, who did it."""
        if self._line is None:
            line: dict[str, Any] = json.loads(call_for_bytes("roster_batch_json", self._handle))
            self._line = line["batch"]
        return self._line

    @property
    def origin(self) -> str | None:
        """Who made the change, if it was said."""
        origin: str | None = self.line.get("origin")
        return origin

    @property
    def info(self) -> dict[str, Any]:
        """What the change was to carry along."""
        info: dict[str, Any] = self.line.get("userInfo", {})
        return info

    def _mapped(self, name: str, section: int, item: int) -> tuple[int, int] | None:
        found = (ctypes.c_int64(), ctypes.c_int64())
        call(name, self._handle, section, item, ctypes.byref(found[0]), ctypes.byref(found[1]))
        return None if found[0].value < 0 else (found[0].value, found[1].value)

    def target_of(self, section: int, item: int) -> tuple[int, int] | None:
        """Where an item of the list before stands behind the batch; None if it is removed."""
        return self._mapped("roster_batch_target", section, item)

    def source_of(self, section: int, item: int) -> tuple[int, int] | None:
        """Where an item of the list behind the batch stood before; None if it is inserted."""
        return self._mapped("roster_batch_source", section, item)

    def target(self) -> Snapshot:
        """The list behind the batch."""
        return self._snapshot(0)

    def source(self) -> Snapshot:
        """The list before the batch."""
        return self._snapshot(1)

    def _snapshot(self, is_source: int) -> Snapshot:
        from ._lists import Snapshot

        return Snapshot(call_for_handle("roster_batch_snapshot", self._handle, is_source))

    def __repr__(self) -> str:
        return f"<roster.Batch {self.source_revision} → {self.target_revision}>"


class Batches(Handled):
    """The batches of a list, in the order of their revisions; none is left out.

    It is iterated by `for`, which waits on the thread, or by `async for`, which waits in the event loop.
    """

    def fileno(self) -> int:
        """A descriptor that is readable while a batch waits, for select and other loops. It is not to be read."""
        descriptor = ctypes.c_int32()
        call("roster_subscription_descriptor", self._handle, ctypes.byref(descriptor))
        return descriptor.value

    def next(self, timeout: float | None = None) -> Batch:
        """The next batch.

        timeout  How long to wait, in seconds; for ever if it is None. A Timeout if none has come.
        """
        milliseconds = -1 if timeout is None else max(0, int(timeout * 1_000))
        return Batch(call_for_handle("roster_next", self._handle, milliseconds))

    def __iter__(self) -> Iterator[Batch]:
        while True:
            try:
                # Short waits let a signal, as of Ctrl-C, come through.
                yield self.next(0.2)
            except Timeout:
                continue
            except (Closed, InvalidHandle):
                return

    async def __aiter__(self) -> AsyncIterator[Batch]:
        loop = asyncio.get_running_loop()
        while True:
            try:
                yield self.next(0)
                continue
            except Timeout:
                pass
            except (Closed, InvalidHandle):
                return
            readable = asyncio.Event()
            descriptor = self.fileno()
            loop.add_reader(descriptor, readable.set)
            try:
                await readable.wait()
            finally:
                loop.remove_reader(descriptor)

"""Batches, pulled by a loop or by asyncio."""

from __future__ import annotations

import ctypes
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _library
from ._handles import Handled
from ._library import call, call_for_bytes, call_for_handle, call_for_json
from .errors import Closed, InvalidHandle, Timeout

# asyncio takes longer to import than all of this package, and only those who await batches need it.
if TYPE_CHECKING:
    import asyncio

    from ._lists import Item, List, Snapshot

#: How long a thread waits before it looks whether a signal has come, in seconds.
_SLICE = 0.2

_KINDS = {
    1: "remove items", 2: "remove sections", 3: "insert sections", 4: "move section",
    5: "insert items", 6: "move item", 7: "update items", 8: "update section",
}
#: The kinds that have models, of what they insert or update.
_WITH_MODELS = (3, 5, 7, 8)


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
    #: The ids of the items or sections with these models.
    ids: list[int]


@dataclass(frozen=True)
class Replacement:
    """Neighbouring items that give way to others, counted over all sections."""

    #: The first item of the list before that goes, and how many do.
    source_start: int
    removed: int
    #: The first item of the list behind that comes, and how many do.
    target_start: int
    inserted: int


@dataclass(frozen=True)
class Anchor:
    """What a view keeps at its place on the screen."""

    #: The id of the item.
    id: int
    #: Section and item where it stood before the batch; None if the batch inserts it.
    source: tuple[int, int] | None
    #: Section and item where it stands behind the batch.
    target: tuple[int, int]


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
                info.target, self._models(index, info.kind), self._ids(index, info))
            for index, info in enumerate(infos)
        ]

    def _models(self, index: int, kind: int) -> list[Any]:
        if kind not in _WITH_MODELS:
            return []
        models: list[Any] = call_for_json("roster_batch_models", self._handle, index)
        return models

    def _ids(self, index: int, info: _library.OperationInfo) -> list[int]:
        if info.kind not in _WITH_MODELS:
            return []
        ids = (ctypes.c_int64 * info.count)()
        copied = ctypes.c_size_t()
        call(
            "roster_batch_ids", self._handle, index, 0, ids, info.count, ctypes.byref(copied))
        return list(ids[: copied.value])

    @property
    def replacements(self) -> list[Replacement]:
        """What the batch does, ascending, for a view that shows all items as one row and knows no moves.

        An item that moves is removed and inserted; one that only has a new model is no part (see updated).
        """
        infos = self._all("roster_batch_replacements", _library.ReplacementInfo)
        return [
            Replacement(info.source_start, info.removed, info.target_start, info.inserted)
            for info in infos
        ]

    @property
    def updated(self) -> list[int]:
        """Where the items with new models stand behind the batch, counted over all sections, ascending."""
        return list(self._all("roster_batch_updates", ctypes.c_int64))

    def _all(self, name: str, kind: Any) -> list[Any]:
        """What a function copies part by part."""
        found: list[Any] = []
        part = (kind * 256)()
        copied = ctypes.c_size_t(len(part))
        while copied.value == len(part):
            call(name, self._handle, len(found), part, len(part), ctypes.byref(copied))
            # The next part overwrites this one.
            found += (kind * copied.value).from_buffer_copy(part)
        return found

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
    def group(self) -> str | None:
        """Which changes are undone together, if it was said."""
        group: str | None = self.line.get("group")
        return group

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

    def anchor(self, item: int | Item) -> Anchor | None:
        """What a view that shows an item, as its first row say, keeps at its place on the screen.

        It is that item, or, if the batch removes it, the nearest one that stays; None if none does.

        item  Its id, or the item as a snapshot has it. A NoSuchItem if the list has it neither before nor behind the
              batch.
        """
        found = _library.AnchorInfo()
        call(
            "roster_batch_anchor", self._handle, item if isinstance(item, int) else item.id,
            ctypes.byref(found))
        if found.id < 0:
            return None
        source = None if found.source_section < 0 else (found.source_section, found.source_item)
        return Anchor(found.id, source, (found.target_section, found.target_item))

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

    It is iterated by `for`, which waits on the thread, or by `async for`, which waits in the event loop. Each batch is
    given once: a second loop takes the next one.
    """

    def __init__(self, handle: int, owner: List) -> None:
        super().__init__(handle)
        # The batches end with the list.
        self._owner = owner
        self._descriptor: int | None = None
        self._guard = threading.Lock()
        self._is_ending = False
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def close(self) -> None:
        """Ends it; loops that wait for a batch end as well."""
        with self._guard:
            self._is_ending = True
            waiting, self._waiting = self._waiting, []
        for loop, event in waiting:
            # Out of the loop first: the number of the descriptor is used again.
            self._wake(loop, event)
        super().close()

    def _wake(self, loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
        import asyncio

        try:
            here: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        done = threading.Event()

        def leave() -> None:
            loop.remove_reader(self.fileno())
            event.set()
            done.set()

        if here is loop:
            return leave()
        try:
            loop.call_soon_threadsafe(leave)
            done.wait(5)
        except RuntimeError:
            # The loop is closed.
            pass

    def fileno(self) -> int:
        """A descriptor that is readable while a batch waits, for select and other loops. It is not to be read."""
        if self._descriptor is None:
            descriptor = ctypes.c_int32()
            call("roster_subscription_descriptor", self._handle, ctypes.byref(descriptor))
            self._descriptor = descriptor.value
        return self._descriptor

    def next(self, timeout: float | None = None) -> Batch:
        """The next batch.

        timeout  How long to wait, in seconds; for ever if it is None. A Timeout if none has come.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            rest = _SLICE if end is None else end - time.monotonic()
            # Short waits let a signal, as of Ctrl-C, come through.
            wait = max(0, int(min(rest, _SLICE) * 1_000))
            try:
                return Batch(call_for_handle("roster_next", self._handle, wait))
            except Timeout:
                if end is not None and time.monotonic() >= end:
                    raise Timeout(f"no batch has come within {timeout} s", "timeout") from None

    def __iter__(self) -> Iterator[Batch]:
        while True:
            try:
                yield self.next()
            except (Closed, InvalidHandle):
                return

    async def __aiter__(self) -> AsyncIterator[Batch]:
        import asyncio

        loop = asyncio.get_running_loop()
        while True:
            try:
                yield self.next(0)
                # Many batches that are there leave others their turn.
                await asyncio.sleep(0)
                continue
            except Timeout:
                pass
            except (Closed, InvalidHandle):
                return
            mine = (loop, asyncio.Event())
            with self._guard:
                # Woken by close(), which ends the library's part after that.
                if self._is_ending:
                    return
                self._waiting.append(mine)
                loop.add_reader(self.fileno(), self._tell, loop)
            try:
                await mine[1].wait()
            finally:
                self._leave(mine)

    def _tell(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wakes all that wait in a loop."""
        with self._guard:
            events = [event for other, event in self._waiting if other is loop]
        for event in events:
            event.set()

    def _leave(self, mine: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        with self._guard:
            # Closing has taken all out.
            if mine not in self._waiting:
                return
            self._waiting.remove(mine)
            if not any(loop is mine[0] for loop, _ in self._waiting):
                mine[0].remove_reader(self.fileno())

"""Files, lists, changes and snapshots."""

from __future__ import annotations

import ctypes
import json
import operator
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, overload

from . import _library
from ._batches import Batches
from ._handles import Handled
from ._library import call, call_for_bytes, call_for_handle, call_for_json, text, to_json
from .errors import NoSuchSection


def open(  # noqa: A001
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes], *, durable: bool = False, read_only: bool = False,
    create: bool = True, busy_timeout: float = 5.0,
) -> File:
    """Opens a file, and creates it if it does not exist.

    durable       Whether a commit survives a power cut, and not only a crash of the process.
    busy_timeout  How long a commit waits for other processes, in seconds.
    """
    if not busy_timeout >= 0:
        raise ValueError(f"a time is not negative: {busy_timeout}")
    options = _library.FileOptions(
        ctypes.sizeof(_library.FileOptions), durable, read_only, create,
        int(min(busy_timeout * 1_000, 2**31 - 1)))
    return File(call_for_handle("roster_open", text(os.fsencode(path)), ctypes.byref(options)))


def open_in_memory() -> File:
    """Makes a place for lists in memory, which go with it: for tests."""
    return File(call_for_handle("roster_open_in_memory"))


class File(Handled):
    """A file with lists."""

    def list(
        self, name: str, *, key: str | None = None, shared: bool = True, create: bool = True
    ) -> List:
        """Opens a list, and creates it if it does not exist.

        key     The member of the models that is the key of an item: "id", "author.id". A list has keys from the first
                opening with them on, and every program that inserts or updates items gives the same member.
        shared  Whether other processes write the list as well, or this one opens it several times. What they do comes
                as batches. In memory a list is opened once.
        """
        options = _library.ListOptions(
            ctypes.sizeof(_library.ListOptions), text(key or ""), shared, create)
        return List(
            call_for_handle("roster_list_open", self._handle, text(name), ctypes.byref(options)),
            name)

    def lists(self) -> Sequence[dict[str, Any]]:
        """The lists: name, revision, and the numbers of sections and items."""
        found: Sequence[dict[str, Any]] = call_for_json("roster_file_lists", self._handle)
        return found

    def remove_list(self, name: str) -> None:
        """Removes a list with everything in it, and with the lists that are derived from it.

        None of them may be open in this process. Nothing happens if no list has the name.
        """
        call("roster_file_remove_list", self._handle, text(name))

    def check(self) -> Sequence[str]:
        """Looks for damage, and returns what is wrong in sentences."""
        found: Sequence[str] = call_for_json("roster_file_check", self._handle)
        return found


def _annotation(
    origin: str | None, at: str | None, group: str | None, undo: str | bool,
    info: dict[str, Any] | None,
) -> dict[str, Any]:
    """What a caller says about a change."""
    annotation = {
        "origin": origin, "at": at, "group": group, "userInfo": info,
        "undo": None if undo is True else undo,
    }
    return {name: said for name, said in annotation.items() if said is not None}


class List(Handled):
    """A list. Its newest revision is that of `snapshot()`."""

    def __init__(self, handle: int, name: str) -> None:
        super().__init__(handle)
        #: The name of the list.
        self.name = name

    def change(
        self, *, origin: str | None = None, at: str | None = None, group: str | None = None,
        undo: str | bool = True, info: dict[str, Any] | None = None,
    ) -> Change:
        """Begins a change, which is committed at the end of its `with` block, unless that ends with an error.

            with inbox.change(origin="server") as change:
                change.upsert(message)
                change.move(change.key("m-3"), before=change.key("m-1"))

        undo  False if no undo takes it back, or the name of the scope in which one does.
        info  What the batch is to carry along.
        """
        return Change(self, _annotation(origin, at, group, undo, info))

    def replace_contents(
        self, items: Sequence[Any] | None = None, *, sections: Sequence[tuple[Any, Sequence[Any]]] | None = None,
        origin: str | None = None, at: str | None = None, group: str | None = None,
        undo: str | bool = True, info: dict[str, Any] | None = None,
    ) -> int:
        """Makes the list equal to some contents by the smallest change, and returns the revision that this has made.

            inbox.replace_contents(fetched)
            inbox.replace_contents(sections=[("Today", fetched), ("Earlier", [])])

        An item with the key of one of the contents stays the same item. The list was opened with `key`.

        items     The models of one section.
        sections  Models of sections, None for one that has none, each with the models of its items.
        """
        if (items is None) == (sections is None):
            raise TypeError("contents are either items or sections")
        contents: Any = items
        if sections is not None:
            contents = {"sections": [{"model": model, "items": items} for model, items in sections]}
        annotation = _annotation(origin, at, group, undo, info)
        return int(
            call_for_json(
                "roster_replace_contents", self._handle, text(to_json(contents)),
                text(to_json(annotation)))["revision"])

    def apply(self, entry: dict[str, Any]) -> int:
        """Applies a line of a changeset log, and returns the revision that it has made."""
        return int(call_for_json("roster_apply", self._handle, text(to_json(entry)))["revision"])

    def _history(self, scope: str) -> tuple[bool, bool]:
        can_undo, can_redo = ctypes.c_int32(), ctypes.c_int32()
        call(
            "roster_history", self._handle, text(scope), ctypes.byref(can_undo),
            ctypes.byref(can_redo))
        return can_undo.value != 0, can_redo.value != 0

    def can_undo(self, scope: str = "") -> bool:
        """Whether there is something to undo, also after the list was opened again."""
        return self._history(scope)[0]

    def can_redo(self, scope: str = "") -> bool:
        """Whether there is something to redo, also after the list was opened again."""
        return self._history(scope)[1]

    def undo(self, scope: str = "") -> int:
        """Takes back the last change, and returns the revision that this has made."""
        return int(call_for_json("roster_undo", self._handle, text(scope))["revision"])

    def redo(self, scope: str = "") -> int:
        """Makes again what was undone last, and returns the revision that this has made."""
        return int(call_for_json("roster_redo", self._handle, text(scope))["revision"])

    def compact(self, revisions: int) -> int:
        """Removes old revisions but some, and returns the oldest that is left."""
        oldest = ctypes.c_int64()
        call("roster_compact", self._handle, revisions, ctypes.byref(oldest))
        return oldest.value

    def export(self) -> str:
        """The journal of the list as a changeset log, which `roster replay` takes.

        A line of JSON for each revision, which `apply` takes, between a header and what the list is in the end. If old
        revisions were removed, the first change makes the list as it was at the oldest one that is left.
        """
        return call_for_bytes("roster_list_export", self._handle).decode()

    def snapshot(self, revision: int | None = None) -> Snapshot:
        """The list at a revision, the newest one by default."""
        return Snapshot(call_for_handle("roster_snapshot_open", self._handle, _revision(revision)))

    def batches(self, after: int | None = None) -> Batches:
        """Subscribes to the batches of the list.

            async for batch in inbox.batches(): …
            for batch in inbox.batches(after=seen): …

        after  The revision that the subscriber has: the batches since then come first. The newest one by default.
        """
        return Batches(call_for_handle("roster_subscribe", self._handle, _revision(after)), self)

    def derived(
        self, name: str, *, where: dict[str, Any] | None = None,
        sorted: Sequence[str | dict[str, Any]] | None = None,
        sections: str | dict[str, Any] | None = None, limit: int | dict[str, Any] | None = None,
        search: Sequence[str] | None = None, inside_words: bool = False, by_relevance: bool = False,
        distinct: str | None = None, union: Sequence[List] | None = None, together: bool = False,
    ) -> Derived:
        """Opens a list that shows this one in another form, alone or beside others, and follows it.

        An InUse if the list is open in this process by another definition, or with other words to search for.

            unread = inbox.derived(
                "unread", where={"member": "is_read", "is": False}, sorted=[{"by": "date", "descending": True}])

        where     A condition: {"member": "size", "atLeast": 10}, {"all": […]}, {"any": […]}, {"not": …}. roster.h has
                  all comparisons.
        sorted    The members to sort by, the most important first: "sender", {"by": "date", "descending": True}.
        sections  The member by whose values the items are grouped; {"of": "source"} for the sections of this list.
        limit     How many items are shown: 200, or {"count": 50, "from": "end"}.
        search    The members that `search` looks in.
        inside_words   Whether it finds words by any part of them, and not by their beginnings only.
        by_relevance   Whether the best matches come first; among those that are as good, `sorted` decides.
        distinct  The member by whose values only the first item of each is shown. The list is sorted then, and has no limit.
        union     Other lists of the file, whose items stand behind those of this one: inbox.derived("all", union=[work]).
                  Then sections may be {"of": "sources", "models": ["Home", "Work"]}, and `origin` says which item of
                  which list an item shows.
        together  Whether each transaction of this list has the change of the derived one: it shows a change as soon as
                  that is made, and another process finds both in the file or neither. Without `search` and `union`.
        """
        # A text is a sequence of texts as well, of its characters, and so is a dict, of its keys.
        if isinstance(sorted, (str, dict)) or isinstance(search, (str, dict)):
            raise TypeError("name the members as a list: search=[\"title\"]")
        # A list is a sequence of its models.
        if isinstance(union, List):
            raise TypeError("name the other lists as a list: union=[work]")
        definition = {
            "where": where, "sorted": sorted, "sections": sections, "distinct": distinct, "limit": limit,
            "together": True if together else None,
            # What is left out is no part of a definition, so lists of programs that do not know it stay as they are.
            "search": None if search is None else {
                "in": [*search], **({"insideWords": True} if inside_words else {}),
                **({"byRelevance": True} if by_relevance else {})},
        }
        said = {part: value for part, value in definition.items() if value is not None}
        if union is None:
            handle = call_for_handle("roster_list_derive", self._handle, text(name), text(to_json(said)))
            return Derived(handle, name, (self,))
        sources = (self, *union)
        handles = (_library.HANDLE * len(sources))(*(source._handle for source in sources))
        handle = call_for_handle(
            "roster_list_derive_union", handles, len(sources), text(name), text(to_json(said)))
        return Derived(handle, name, sources)

    def __len__(self) -> int:
        with self.snapshot() as snapshot:
            return len(snapshot)

    def __iter__(self) -> Iterator[Any]:
        with self.snapshot() as snapshot:
            yield from snapshot

    def __repr__(self) -> str:
        return f"<roster.{type(self).__name__} {self.name!r}>"

    def _repr_html_(self) -> str:
        with self.snapshot() as snapshot:
            return snapshot._repr_html_()


@dataclass(frozen=True)
class Origin:
    """The item that an item of a derived list shows."""

    #: The list that has the item.
    source: List
    #: The id of the item there.
    id: int


class Derived(List):
    """A list that shows another one, or several. It refuses changes: change its source. Close it before its sources."""

    def __init__(self, handle: int, name: str, sources: Sequence[List]) -> None:
        super().__init__(handle, name)
        #: The lists that it shows, in their order.
        self.sources = sources
        #: The list that it shows; of several, the first one.
        self.source = sources[0]

    def origin(self, item: int | Item) -> Origin:
        """The item that one of the list shows, by its id or as a snapshot has it.

            origin = everything.origin(everything.snapshot().item(0, 2))
            with origin.source.change() as change:
                change.remove(origin.id)

        Lists that show a single one have the ids of that.
        """
        found = _library.OriginInfo()
        call("roster_list_origin", self._handle, item.id if isinstance(item, Item) else item, ctypes.byref(found))
        return Origin(self.sources[found.source], found.id)

    def search(self, words: str) -> None:
        """Shows what has words that begin with these, or have them inside, by one batch.

        An InUse if the list is open in this process a second time, with the former words.
        """
        call("roster_list_search", self._handle, text(words))

    def bring_up_to_date(self) -> None:
        """Waits until it shows everything that its sources had published before."""
        call("roster_list_bring_up_to_date", self._handle)


def _revision(revision: int | None) -> int:
    """What the library calls a revision: -1 is the newest."""
    if revision is None:
        return -1
    if revision < 0:
        raise ValueError(f"a revision is not negative: {revision}")
    return revision


# ---- Changes ----


class Edit:
    """One edit of a change. When the change is committed, it knows the id of what it has inserted.

    A later edit of the same change may name it in place of that id.
    """

    def __init__(self, change: Change, index: int) -> None:
        self._change = change
        self._index = index
        #: The id of the item or section that it has inserted, or updated by its key.
        self.id: int | None = None


@dataclass(frozen=True)
class Item:
    """An item of a snapshot."""

    id: int
    section: int
    item: int
    model: Any


@dataclass(frozen=True)
class Section:
    """A section of a snapshot."""

    id: int
    index: int
    count: int
    model: Any


#: An item, as an edit names it: its id, an item of a snapshot, an earlier edit, `change.key(…)` or `change.at(…)`.
ItemName = int | dict[str, Any] | Item | Edit
#: A section, as an edit names it: its id, a section of a snapshot, or an earlier edit.
SectionName = int | Section | Edit


class Change:
    """Edits that are committed together. Each means the list as those before it leave it."""

    def __init__(self, owner: List, annotation: dict[str, Any]) -> None:
        self._list = owner
        self._annotation = annotation
        self._edits: list[dict[str, Any]] = []
        self._results: list[Edit] = []
        #: The revision that the change has made; None before it is committed.
        self.revision: int | None = None

    @staticmethod
    def key(key: str | int) -> ItemName:
        """Names an item by its key."""
        return {"key": key}

    @staticmethod
    def at(section: int, item: int) -> ItemName:
        """Names an item by its place."""
        return {"at": [section, item]}

    def _add(self, verb: str, **members: Any) -> Edit:
        if self.revision is not None:
            raise ValueError("the change is committed already; begin another one")
        edit = {
            name: value if name == "model" else self._named(value)
            for name, value in members.items() if value is not _LEFT_OUT
        }
        self._edits.append({"do": verb, **edit})
        self._results.append(Edit(self, len(self._results)))
        return self._results[-1]

    def _named(self, value: Any) -> Any:
        """What an edit is called by, as the library has it."""
        if isinstance(value, (Item, Section)):
            return value.id
        if isinstance(value, Edit):
            return {"edit": value._index} if value._change is self else value.id
        return value

    def insert(
        self, model: Any, *, before: ItemName | None = None, after: ItemName | None = None,
        at: tuple[int, int] | int | None = None, section: SectionName | None = None,
    ) -> Edit:
        """Inserts an item: beside another one, at a place, or at the end of a section (of the last one)."""
        return self._add("insert", model=model, **_place(before, after, at, section))

    def update(self, item: ItemName, model: Any) -> None:
        """Gives an item another model."""
        self._add("update", item=item, model=model)

    def upsert(self, model: Any, *, section: SectionName | None = None) -> Edit:
        """Gives the item with the key of the model this model, or inserts one at the end."""
        return self._add("upsert", model=model, section=_given(section))

    def remove(self, item: ItemName) -> None:
        """Removes an item."""
        self._add("remove", item=item)

    def move(
        self, item: ItemName, *, before: ItemName | None = None, after: ItemName | None = None,
        at: tuple[int, int] | int | None = None, section: SectionName | None = None,
    ) -> None:
        """Moves an item, to a place as that of `insert`: without one, to the end of the last section."""
        self._add("move", item=item, **_place(before, after, at, section))

    def insert_section(self, model: Any = None, *, at: int | None = None) -> Edit:
        """Inserts a section, at the end by default."""
        return self._add("insert_section", model=model, at=_given(at))

    def update_section(self, section: SectionName, model: Any) -> None:
        """Gives a section another model."""
        self._add("update_section", section=section, model=model)

    def remove_section(self, section: SectionName) -> None:
        """Removes a section and its items."""
        self._add("remove_section", section=section)

    def move_section(self, section: SectionName, at: int) -> None:
        """Moves a section with its items."""
        self._add("move_section", section=section, at=at)

    def commit(self) -> int:
        """Commits the change, as the end of a `with` block does, and returns the revision that it has made."""
        if self.revision is not None:
            raise ValueError("the change is committed already; begin another one")
        result = call_for_json(
            "roster_change", self._list._handle, text(to_json(self._edits)),
            text(to_json(self._annotation)))
        for edit, made in zip(self._results, result["ids"]):
            edit.id = made
        self.revision = int(result["revision"])
        return self.revision

    def __enter__(self) -> Change:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None and self.revision is None:
            self.commit()


_LEFT_OUT = object()


def _given(value: Any) -> Any:
    return _LEFT_OUT if value is None else value


def _place(
    before: ItemName | None, after: ItemName | None, at: tuple[int, int] | int | None,
    section: SectionName | None,
) -> dict[str, Any]:
    return {
        "before": _given(before), "after": _given(after), "section": _given(section),
        "at": _LEFT_OUT if at is None else at if isinstance(at, int) else [*at],
    }


# ---- Snapshots ----


#: How many models are read at once.
_PORTION = 512
#: How many items a notebook shows.
_SHOWN = 20


class Snapshot(Handled):
    """A list at a revision. It stays as it is, whatever is committed.

    The models of a flat list are those of a sequence: `snapshot[3]`, `snapshot[-10:]`, `for model in snapshot`.
    With several sections, an index counts through all of them.
    """

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        counts = _library.Counts()
        call("roster_snapshot_counts", handle, ctypes.byref(counts))
        #: The revision.
        self.revision: int = counts.revision
        self._count: int = counts.items
        self._section_count: int = counts.sections
        self._sections: list[Section] | None = None

    @property
    def sections(self) -> list[Section]:
        """The sections in their order."""
        if self._sections is None:
            self._sections = [
                self._section("roster_snapshot_section", index)
                for index in range(self._section_count)]
        return self._sections

    def section(self, id: int) -> Section:
        """The section with an id; a NoSuchSection if there is none."""
        return self._section("roster_snapshot_find_section", id)

    def _section(self, name: str, argument: int) -> Section:
        info, model = _library.SectionInfo(), _library.Bytes()
        call(name, self._handle, argument, ctypes.byref(info), ctypes.byref(model))
        return Section(info.id, info.index, info.items, json.loads(_library.taken(model)))

    def _item(self, name: str, *arguments: Any) -> Item:
        info, model = _library.ItemInfo(), _library.Bytes()
        call(name, self._handle, *arguments, ctypes.byref(info), ctypes.byref(model))
        return Item(info.id, info.section, info.item, json.loads(_library.taken(model)))

    def item(self, section: int, item: int) -> Item:
        """The item at a place; a NoSuchItem or NoSuchSection if there is none."""
        # From a section -1 the library counts the items of all sections, as `snapshot[item]` does.
        if section < 0:
            raise NoSuchSection(
                f"there is no section {section} at revision {self.revision}, which has {self._section_count}",
                "no such section")
        return self._item("roster_snapshot_item", section, item)

    def find(self, id: int) -> Item:
        """The item with an id; a NoSuchItem if there is none."""
        return self._item("roster_snapshot_find", id)

    def by_key(self, key: str | int) -> Item:
        """The item with a key; a NoSuchItem if there is none."""
        return self._item("roster_snapshot_find_key", text(to_json(key)))

    def models(self, section: int = 0, start: int = 0, stop: int | None = None) -> list[Any]:
        """The models of neighbouring items of a section; none in a list without sections."""
        if self._section_count == 0 and section == 0:
            return []
        count = 2**62 if stop is None else max(0, stop - start)
        found: list[Any] = call_for_json(
            "roster_snapshot_models", self._handle, section, start, count)
        return found

    def items(self) -> Iterator[Item]:
        """All items in their order, with ids, places and models."""
        for section in self.sections:
            for start in range(0, section.count, _PORTION):
                models = self.models(section.index, start, start + _PORTION)
                infos = (_library.ItemInfo * len(models))()
                copied = ctypes.c_size_t()
                call(
                    "roster_snapshot_items", self._handle, section.index, start, infos, len(models),
                    ctypes.byref(copied))
                for info, model in zip(infos, models):
                    yield Item(info.id, info.section, info.item, model)

    def fingerprint(self) -> str:
        """The fingerprint of the contents: the same for lists with the same models in the same order."""
        return call_for_bytes("roster_snapshot_fingerprint", self._handle).decode()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        for section in self.sections:
            for start in range(0, section.count, _PORTION):
                yield from self.models(section.index, start, start + _PORTION)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._count)
            if step == 1:
                return self._range(start, stop)
            return [self[each] for each in range(start, stop, step)]
        index = operator.index(index)
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(f"the list has {self._count} items, and no item {index}")
        return self._range(place, place + 1)[0]

    def _range(self, start: int, stop: int) -> list[Any]:
        models: list[Any] = []
        first = 0
        for section in self.sections:
            low, high = max(start, first), min(stop, first + section.count)
            if low < high:
                models += self.models(section.index, low - first, high - first)
            first += section.count
        return models

    def __repr__(self) -> str:
        return f"<roster.Snapshot at revision {self.revision}, {self._count} items>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the first items as a table."""
        import html

        models = self[:_SHOWN]
        columns = list(
            dict.fromkeys(name for model in models if isinstance(model, dict) for name in model))
        if not all(isinstance(model, dict) for model in models):
            columns = []
        head = "".join(f"<th>{html.escape(name)}</th>" for name in columns or ["model"])
        rows = "".join(
            "<tr>" + "".join(
                f"<td>{html.escape(_shown(value))}</td>"
                for value in ([model.get(name, "") for name in columns] if columns else [model]))
            + "</tr>" for model in models)
        rest = self._count - len(models)
        more = f"<p>and {rest} more</p>" if rest else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"


def _shown(value: Any) -> str:
    shown = value if isinstance(value, str) else to_json(value)
    return shown if len(shown) <= 80 else shown[:79] + "…"

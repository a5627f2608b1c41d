"""Ordered, transactional lists on SQLite: changes in, durable ordered batches out.

    import roster

    with roster.open("inbox.sqlite") as file:
        inbox = file.list("inbox", key="id")
        with inbox.change(origin="me") as change:
            change.insert({"id": 17, "text": "Hello"})
        print(inbox.snapshot().by_key(17))
        async for batch in inbox.batches():   # also what other processes write
            print(batch.operations)

Models are JSON. Everything that a `with` block can close is closed by its `close()` as well.
"""

from __future__ import annotations

from ._lists import Change, Derived, Edit, File, Item, List, Origin, Section, Snapshot, open, open_in_memory
from ._batches import Anchor, Batch, Batches, Operation, Replacement
from . import errors
from .errors import RosterError

__all__ = [
    "Anchor", "Batch", "Batches", "Change", "Derived", "Edit", "File", "Item", "List", "Operation", "Origin",
    "Replacement", "RosterError", "Section", "Snapshot", "errors", "open", "open_in_memory",
]
__version__ = "0.1.0"

"""Why a call failed, by kind."""

from __future__ import annotations

from . import _library


class RosterError(Exception):
    """Why a call failed.

    The message says what happened and what to do about it.
    """

    #: What roster.h calls the kind: "busy".
    code: str
    #: The part of the input that is wrong: "edits[2].item"; empty if it is no part.
    part: str
    #: The place in the list; None if it is none.
    section: int | None
    item: int | None
    #: The oldest revision that is kept, of a Compacted; else None.
    oldest_revision: int | None

    def __init__(self, message: str, code: str = "failed", part: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.part = part
        self.section = self.item = self.oldest_revision = None


class InvalidArgument(RosterError, ValueError):
    """A number is out of its range."""


class InvalidHandle(RosterError):
    """The object was closed before."""


class Forked(RosterError):
    """The process is a child that fork() made; use "spawn" with multiprocessing."""


class InvalidJSON(RosterError, ValueError):
    """An edit is not one that the list takes; `part` says where."""


class InvalidChange(RosterError, ValueError):
    """The change does not fit the list as it is, or a model has no key."""


class NoSuchItem(RosterError, LookupError):
    """The list has no such item."""


class NoSuchSection(RosterError, LookupError):
    """The list has no such section."""


class DuplicateKey(RosterError, ValueError):
    """Two items would have one key."""


class NothingToUndo(RosterError):
    """Nothing is left to undo."""


class NothingToRedo(RosterError):
    """Nothing is left to redo."""


class Timeout(RosterError, TimeoutError):
    """No batch has come within the time."""


class Closed(RosterError):
    """The list, file or subscription is closed."""


class Unreadable(RosterError, OSError):
    """The file or its folder cannot be opened, or the list is not there."""


class NotADatabase(RosterError):
    """The file is none of Roster's."""


class NewerFormat(RosterError):
    """A newer version has written the file."""


class Corrupt(RosterError):
    """The file contradicts itself."""


class ReadOnly(RosterError):
    """The file may not be written."""


class Full(RosterError):
    """There is no room left."""


class Busy(RosterError):
    """Another process keeps the file locked; nothing was changed."""


class Stale(RosterError):
    """The list has no such revision, or another process has changed a list that is not shared."""


class Replaced(RosterError):
    """The file was removed or replaced, or the list was removed."""


class Compacted(RosterError):
    """The revision is no longer kept."""


class InUse(RosterError):
    """The list is open in this process already; or it is a derived list, and open by another definition."""


class KeyRequired(RosterError):
    """The items of the list have keys, and it was opened without `key`; or a key is named, and they have none."""


class Suspended(RosterError):
    """Storage has failed a change, and the list commits nothing until it is opened again."""


_KINDS: dict[str, type[RosterError]] = {
    "invalid argument": InvalidArgument,
    "invalid handle": InvalidHandle,
    "forked": Forked,
    "invalid JSON": InvalidJSON,
    "invalid change": InvalidChange,
    "no such item": NoSuchItem,
    "no such section": NoSuchSection,
    "duplicate key": DuplicateKey,
    "nothing to undo": NothingToUndo,
    "nothing to redo": NothingToRedo,
    "timeout": Timeout,
    "closed": Closed,
    "unreadable": Unreadable,
    "not a database": NotADatabase,
    "newer format": NewerFormat,
    "corrupt": Corrupt,
    "read only": ReadOnly,
    "full": Full,
    "busy": Busy,
    "stale": Stale,
    "replaced": Replaced,
    "compacted": Compacted,
    "in use": InUse,
    "key required": KeyRequired,
    "suspended": Suspended,
}


def _raise(code: int, info: _library.ErrorInfo) -> None:
    name: str = _library.library.roster_code_name(code).decode()
    error = _KINDS.get(name, RosterError)(
        _library.string(info.message), name, _library.string(info.part))
    error.section = info.section if info.section >= 0 else None
    error.item = info.item if info.item >= 0 else None
    error.oldest_revision = info.oldest_revision if info.oldest_revision >= 0 else None
    raise error


_library.raise_error = _raise

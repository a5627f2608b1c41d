"""Lists of Roster as models of Qt, for PyQt6.

    model = roster_qt.open("inbox.sqlite", "inbox", members=["subject", "sender.name"], parent=window)
    view.setModel(model)

A model is a QAbstractItemModel. The functions and signals that it has beyond that (RosterListModel.h) are found by
PyQt6: `model.change("[…]")`, `model.undo()`, `model.search("lun")`, `model.failed.connect(…)`.
"""

from __future__ import annotations

import ctypes
import enum
import json
import os
import pathlib
from typing import Any

from PyQt6 import sip
from PyQt6.QtCore import Q_ARG, Q_RETURN_ARG, QAbstractItemModel, QMetaObject, QObject, Qt


class Shape(enum.IntEnum):
    """How the items are rows: counted through all sections, or as the children of the rows of their sections."""

    FLAT = 0
    BY_SECTION = 1


#: The id of the item, or of the section.
ID_ROLE: int = Qt.ItemDataRole.UserRole
#: The whole model as JSON.
JSON_ROLE: int = ID_ROLE + 1
#: The heading above a row: in the first row of a section, what the section shows; in others nothing.
HEADING_ROLE: int = ID_ROLE + 2
#: The first of the members; the others follow.
MEMBER_ROLE: int = ID_ROLE + 3


def _load() -> ctypes.CDLL:
    """Loads the library: that of ROSTER_QT_LIBRARY, else the one that Tools/qt/build has made."""
    built = pathlib.Path(__file__).parents[2] / ".build" / "qt" / "libroster_qt.so"
    path = os.environ.get("ROSTER_QT_LIBRARY", str(built))
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"libroster_qt cannot be loaded ({error}); build it with Tools/qt/build, or name it in ROSTER_QT_LIBRARY"
        ) from None
    text, pointer = ctypes.c_char_p, ctypes.c_void_p
    library.roster_qt_open.argtypes = [text, text, ctypes.c_int, text, text, pointer]
    library.roster_qt_derive.argtypes = [pointer, text, text, ctypes.c_int]
    for function in (library.roster_qt_open, library.roster_qt_derive):
        function.restype = pointer
    return library


_library = _load()


def open(  # noqa: A001
    path: str | os.PathLike[str], name: str, *, members: list[str], parent: QObject, shape: Shape = Shape.FLAT,
    key: str = "",
) -> QAbstractItemModel:
    """Opens a list of a file, and creates both if they do not exist.

    members  The members of the models that have roles, "author.id" say. The first one is what a view shows.
    parent   The object that the model belongs to, and is deleted with.
    key      The member that is the key of an item, if the list has keys.
    """
    model = _wrapped(
        _library.roster_qt_open(
            os.fspath(path).encode(), name.encode(), shape, json.dumps(members).encode(), key.encode(),
            sip.unwrapinstance(parent)))
    if message := model.property("errorString"):
        model.setParent(None)
        sip.delete(model)
        raise OSError(message)
    return model


def derive(
    model: QAbstractItemModel, name: str, definition: dict[str, Any], *, shape: Shape = Shape.FLAT
) -> QAbstractItemModel:
    """Opens a list that shows that of a model filtered, sorted, grouped, limited or searched. It belongs to the model.

    definition  As roster_list_derive() takes it: {"where": {"member": "read", "is": False}, "sorted": ["date"]}.
    """
    pointer = _library.roster_qt_derive(
        sip.unwrapinstance(model), name.encode(), json.dumps(definition).encode(), shape)
    if not pointer:
        raise ValueError(model.property("errorString"))
    return _wrapped(pointer)


def change(model: QAbstractItemModel, *edits: dict[str, Any], **annotation: Any) -> list[int | None]:
    """Changes the list by edits as roster_change() takes them, and returns the ids of what they have made.

        roster_qt.change(model, {"do": "insert", "model": {"text": "Hello"}, "at": [0, 0]}, origin="me")
    """
    # PyQt6 would find it with one argument alone.
    result = QMetaObject.invokeMethod(
        model, "change", Q_RETURN_ARG(str), Q_ARG(str, json.dumps(edits)), Q_ARG(str, json.dumps(annotation)))
    if not result:
        raise ValueError(model.property("errorString"))
    ids: list[int | None] = json.loads(result)["ids"]
    return ids


def _wrapped(pointer: int) -> QAbstractItemModel:
    return sip.wrapinstance(pointer, QAbstractItemModel)

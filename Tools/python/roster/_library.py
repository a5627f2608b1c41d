"""The C interface of libroster (roster.h), by ctypes: no compiler is needed where this is installed."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from typing import Any, Callable


class Text(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("count", ctypes.c_size_t)]


class Bytes(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class ErrorInfo(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int32),
        ("message", Bytes),
        ("part", Bytes),
        ("section", ctypes.c_int64),
        ("item", ctypes.c_int64),
        ("oldest_revision", ctypes.c_int64),
    ]


class FileOptions(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("is_durable", ctypes.c_int32),
        ("is_read_only", ctypes.c_int32),
        ("may_create", ctypes.c_int32),
        ("busy_timeout", ctypes.c_int32),
    ]


class ListOptions(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("key", Text),
        ("is_shared", ctypes.c_int32),
        ("may_create", ctypes.c_int32),
    ]


class Counts(ctypes.Structure):
    _fields_ = [("revision", ctypes.c_int64), ("sections", ctypes.c_int64), ("items", ctypes.c_int64)]


class SectionInfo(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int64), ("index", ctypes.c_int64), ("items", ctypes.c_int64)]


class ItemInfo(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int64), ("section", ctypes.c_int64), ("item", ctypes.c_int64)]


class BatchInfo(ctypes.Structure):
    _fields_ = [
        ("source_revision", ctypes.c_int64),
        ("target_revision", ctypes.c_int64),
        ("operations", ctypes.c_int64),
    ]


class OperationInfo(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32),
        ("section", ctypes.c_int64),
        ("start", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("target_section", ctypes.c_int64),
        ("target", ctypes.c_int64),
    ]


class ReplacementInfo(ctypes.Structure):
    _fields_ = [
        ("source_start", ctypes.c_int64),
        ("removed", ctypes.c_int64),
        ("target_start", ctypes.c_int64),
        ("inserted", ctypes.c_int64),
    ]


class AnchorInfo(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_int64),
        ("source_section", ctypes.c_int64),
        ("source_item", ctypes.c_int64),
        ("target_section", ctypes.c_int64),
        ("target_item", ctypes.c_int64),
    ]


class OriginInfo(ctypes.Structure):
    _fields_ = [
        ("source", ctypes.c_int64),
        ("id", ctypes.c_int64),
    ]


HANDLE = ctypes.c_uint64
INTERFACE_VERSION = 5

_SIGNATURES: dict[str, list[Any]] = {
    "roster_close": [HANDLE],
    "roster_open": [Text, ctypes.POINTER(FileOptions), ctypes.POINTER(HANDLE)],
    "roster_open_in_memory": [ctypes.POINTER(HANDLE)],
    "roster_file_lists": [HANDLE, ctypes.POINTER(Bytes)],
    "roster_file_remove_list": [HANDLE, Text],
    "roster_file_check": [HANDLE, ctypes.POINTER(Bytes)],
    "roster_list_open": [HANDLE, Text, ctypes.POINTER(ListOptions), ctypes.POINTER(HANDLE)],
    "roster_change": [HANDLE, Text, Text, ctypes.POINTER(Bytes)],
    "roster_apply": [HANDLE, Text, ctypes.POINTER(Bytes)],
    "roster_replace_contents": [HANDLE, Text, Text, ctypes.POINTER(Bytes)],
    "roster_history": [
        HANDLE, Text, ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(ctypes.c_int32)],
    "roster_undo": [HANDLE, Text, ctypes.POINTER(Bytes)],
    "roster_redo": [HANDLE, Text, ctypes.POINTER(Bytes)],
    "roster_compact": [HANDLE, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)],
    "roster_list_export": [HANDLE, ctypes.POINTER(Bytes)],
    "roster_list_derive": [HANDLE, Text, Text, ctypes.POINTER(HANDLE)],
    "roster_list_derive_union": [
        ctypes.POINTER(HANDLE), ctypes.c_size_t, Text, Text, ctypes.POINTER(HANDLE)],
    "roster_list_origin": [HANDLE, ctypes.c_int64, ctypes.POINTER(OriginInfo)],
    "roster_list_search": [HANDLE, Text],
    "roster_list_bring_up_to_date": [HANDLE],
    "roster_snapshot_open": [HANDLE, ctypes.c_int64, ctypes.POINTER(HANDLE)],
    "roster_snapshot_counts": [HANDLE, ctypes.POINTER(Counts)],
    "roster_snapshot_section": [
        HANDLE, ctypes.c_int64, ctypes.POINTER(SectionInfo), ctypes.POINTER(Bytes)],
    "roster_snapshot_find_section": [
        HANDLE, ctypes.c_int64, ctypes.POINTER(SectionInfo), ctypes.POINTER(Bytes)],
    "roster_snapshot_item": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ItemInfo), ctypes.POINTER(Bytes)],
    "roster_snapshot_offset": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)],
    "roster_snapshot_find": [
        HANDLE, ctypes.c_int64, ctypes.POINTER(ItemInfo), ctypes.POINTER(Bytes)],
    "roster_snapshot_find_key": [HANDLE, Text, ctypes.POINTER(ItemInfo), ctypes.POINTER(Bytes)],
    "roster_snapshot_models": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(Bytes)],
    "roster_snapshot_items": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ItemInfo), ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_size_t)],
    "roster_snapshot_fingerprint": [HANDLE, ctypes.POINTER(Bytes)],
    "roster_subscribe": [HANDLE, ctypes.c_int64, ctypes.POINTER(HANDLE)],
    "roster_subscription_descriptor": [HANDLE, ctypes.POINTER(ctypes.c_int32)],
    "roster_next": [HANDLE, ctypes.c_int64, ctypes.POINTER(HANDLE)],
    "roster_batch_describe": [HANDLE, ctypes.POINTER(BatchInfo)],
    "roster_batch_json": [HANDLE, ctypes.POINTER(Bytes)],
    "roster_batch_operations": [
        HANDLE, ctypes.c_int64, ctypes.POINTER(OperationInfo), ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_size_t)],
    "roster_batch_replacements": [
        HANDLE, ctypes.c_int64, ctypes.POINTER(ReplacementInfo), ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_size_t)],
    "roster_batch_updates": [
        HANDLE, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_size_t)],
    "roster_batch_models": [HANDLE, ctypes.c_int64, ctypes.POINTER(Bytes)],
    "roster_batch_ids": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_size_t)],
    "roster_batch_target": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64),
        ctypes.POINTER(ctypes.c_int64)],
    "roster_batch_source": [
        HANDLE, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64),
        ctypes.POINTER(ctypes.c_int64)],
    "roster_batch_anchor": [HANDLE, ctypes.c_int64, ctypes.POINTER(AnchorInfo)],
    "roster_batch_snapshot": [HANDLE, ctypes.c_int32, ctypes.POINTER(HANDLE)],
}


def _path() -> str:
    """The library: that of ROSTER_LIBRARY, else the one beside this file."""
    named = os.environ.get("ROSTER_LIBRARY")
    if named:
        return named
    name = "libroster.dylib" if sys.platform == "darwin" else "libroster.so"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def _load() -> ctypes.CDLL:
    path = _path()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"libroster cannot be loaded ({error}); build it with Tools/python/build, or name it in "
            "ROSTER_LIBRARY"
        ) from None
    library.roster_interface_version.restype = ctypes.c_int32
    version = library.roster_interface_version()
    if version < INTERFACE_VERSION:
        raise ImportError(
            f"{path} has version {version} of the interface, and this package needs {INTERFACE_VERSION}")
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = ctypes.c_int32
    library.roster_last_error.restype = ErrorInfo
    library.roster_code_name.argtypes = [ctypes.c_int32]
    library.roster_code_name.restype = ctypes.c_char_p
    library.roster_free.argtypes = [ctypes.POINTER(Bytes)]
    library.roster_free.restype = None
    return library


library = _load()

# Set by the package, which has the kinds of errors.
raise_error: Callable[[int, ErrorInfo], None]


def text(string: str | bytes) -> Text:
    data = string.encode("utf-8", "surrogatepass") if isinstance(string, str) else string
    return Text(data, len(data))


def string(part: Bytes) -> str:
    return ctypes.string_at(part.bytes, part.count).decode() if part.count else ""


def call(name: str, *arguments: Any) -> None:
    function = getattr(library, name)
    for argument, kind in zip(arguments, function.argtypes):
        # ctypes would cut it.
        if isinstance(argument, int) and not -(2**63) <= argument < 2**63:
            raise OverflowError(f"{argument} has more than 64 bits")
        # ctypes would name its own type, and the argument by its number.
        if kind is ctypes.c_int64 and not isinstance(argument, int):
            raise TypeError(f"ids, indexes and revisions are integers, and {argument!r} is none")
    code = function(*arguments)
    if code != 0:
        raise_error(code, library.roster_last_error())


def call_for_handle(name: str, *arguments: Any) -> int:
    handle = HANDLE()
    call(name, *arguments, ctypes.byref(handle))
    return handle.value


def taken(data: Bytes) -> bytes:
    try:
        return ctypes.string_at(data.bytes, data.count)
    finally:
        library.roster_free(ctypes.byref(data))


def call_for_bytes(name: str, *arguments: Any) -> bytes:
    data = Bytes()
    call(name, *arguments, ctypes.byref(data))
    return taken(data)


def call_for_json(name: str, *arguments: Any) -> Any:
    return json.loads(call_for_bytes(name, *arguments))


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

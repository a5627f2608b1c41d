"""Fixtures for pytest: `roster_file`, a place for lists in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ._lists import File, open_in_memory


@pytest.fixture
def roster_file() -> Iterator[File]:
    """A place for lists in memory, which goes with the test."""
    with open_in_memory() as file:
        yield file

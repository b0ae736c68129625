from contextlib import closing

import pytest

from companion.record.journal import Journal


@pytest.fixture
def journal():
    """A journal in memory."""
    with closing(Journal(":memory:")) as made:
        yield made

"""User ids inside sentences."""

import pytest

from ombi_mcp.projections.identifiers import spelled


@pytest.mark.parametrize("user_id", ["80175f58-fa39-415e-b4fe-7037e3aabf68", "7"])
def test_a_user_id_stays_readable_although_it_looks_like_a_key(user_id: str) -> None:
    assert spelled(user_id) == user_id


@pytest.mark.parametrize("odd", ["anna@example.com", "SECRET-CANARY-token_1", "a\nb", "<b>80175f58</b>", "x" * 65])
def test_what_is_no_user_id_is_made_harmless(odd: str) -> None:
    told = spelled(odd)
    assert "\n" not in told
    assert "<" not in told
    assert not any(part in told for part in ("example.com", "CANARY"))

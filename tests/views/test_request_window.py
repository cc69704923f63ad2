"""The window over rows that come in any order: equal to sorting all of them, without holding them."""

from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.views.requests import Window


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers()), max_size=300),
    st.integers(0, 40),
    st.integers(1, 20),
    st.booleans(),
)
def test_a_window_is_the_slice_of_the_sorted_list(
    rows: list[tuple[str, int]], offset: int, limit: int, descending: bool
) -> None:
    window = Window[tuple[str, int]](offset, limit, lambda row: row[0], descending=descending)
    for row in rows:
        window.add(row)
    expected = sorted(rows, key=lambda row: row[0], reverse=descending)
    assert window.rows() == expected[offset : offset + limit]
    assert window.seen == len(rows)


def test_a_window_holds_no_more_than_twice_what_lies_before_its_end() -> None:
    window = Window[int](5, 10, str, descending=True)
    for row in range(10_000):
        window.add(row)
        assert len(window._best) < 2 * 15

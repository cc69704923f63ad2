"""Where Ombi's prose, dates and numbers are cleaned; None in, None out."""

import re

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r(?!\n)")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060-\u2064\ufeff\U000e0000-\U000e01ef]")
"""What nobody sees and a model reads; joiners stay, which Persian, Hindi and family emoji are written with."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_YEAR = re.compile(r"^(\d{4})(?:-|$)")
_UNSET = "0001-"


def cleaned(text: str | None) -> str | None:
    """A text without control and direction characters; None where nothing is left (R027, R255)."""
    if text is None:
        return None
    return verbatim(text).replace("\r\n", "\n").strip() or None


def verbatim(text: str) -> str:
    """A text as somebody wrote it: line ends and blanks stay; control, direction and unseen characters go (R255)."""
    return _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", _CONTROL.sub("", text)))


def dated(date: str | None) -> str | None:
    """A date as Ombi sent it; the year 1 stands for "not set" and is None (R034, R257)."""
    return None if date is None or date.startswith(_UNSET) else cleaned(date)


def year_of(date: str | None) -> int | None:
    """The year of a date that is set."""
    match = _YEAR.match(dated(date) or "")
    return int(match[1]) if match and int(match[1]) > 1 else None

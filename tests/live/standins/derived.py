"""Values derived from a key, the same in each run: numbers, tokens, image names, and words made comparable."""

import datetime as dt
import hashlib
import re
import unicodedata
import uuid


def stable(key: str, low: int, high: int) -> int:
    """A whole number from low to high that depends on the key only."""
    digest = hashlib.sha256(key.encode()).digest()
    return low + int.from_bytes(digest[:8], "big") % (high - low + 1)


def token(key: str, length: int = 27) -> str:
    """Letters and digits that depend on the key only, as in image names."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return "".join(alphabet[stable(f"{key}/{place}", 0, 61)] for place in range(length))


def image(key: str) -> str:
    """The path of a picture."""
    return f"/{token(key)}.jpg"


def fold(text: str) -> str:
    """Lower case without accents: 'Amélie' -> 'amelie'."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).lower()


def words(text: str) -> list[str]:
    """The words of a text, made comparable."""
    return re.findall(r"\w+", fold(text))


def matches(query: str, *titles: str) -> bool:
    """Every word of the query begins some word of one of the titles."""
    wanted = words(query)
    for title in titles:
        present = words(title)
        if wanted and all(any(word.startswith(want) for word in present) for want in wanted):
            return True
        if fold(query).strip() and fold(query).strip() in fold(title):
            return True  # languages without spaces, and signs such as "%"
    return False


def slug(text: str) -> str:
    """A text as part of an address."""
    return "-".join(words(text))


def shift(date: str, days: int) -> str:
    """An ISO date moved by some days."""
    return (dt.date.fromisoformat(date) + dt.timedelta(days=days)).isoformat()


def synthetic_uuid(*parts: object) -> str:
    """A GUID that depends on the parts only."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "standins/" + "/".join(map(str, parts))))


def hexadecimal(key: str, length: int = 32) -> str:
    """Hexadecimal digits that depend on the key only, as in the ids of media servers."""
    return hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()[:length]

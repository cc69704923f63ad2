"""Arguments of a tool as a person types them: a JSON object, `name=value`, or standard input."""

import json
from collections.abc import Iterable, Mapping

from pydantic import JsonValue


class ArgumentsError(ValueError):
    """What was typed gives no arguments; the text says why, in a sentence for people."""


def read(words: Iterable[str], standard_input: str = "") -> dict[str, JsonValue]:
    """The arguments that some words name; later ones win, and `-` stands for the object on standard input.

    `target.kind=movie` reaches into an object. A value is what it is as JSON, and text where it is none: `1` is a
    number, `"1"` and `Dune` are text. Raises ArgumentsError.
    """
    found: dict[str, JsonValue] = {}
    for word in words:
        if word == "-":
            found |= _object(standard_input, "Standard input")
        elif word.startswith("{"):
            found |= _object(word, "The argument")
        else:
            _put(found, word)
    return found


def _object(text: str, what: str) -> Mapping[str, JsonValue]:
    try:
        value: JsonValue = json.loads(text)
    except json.JSONDecodeError as problem:
        raise ArgumentsError(f"{what} is no JSON: {problem.msg} at character {problem.pos + 1}.") from None
    if not isinstance(value, dict):
        raise ArgumentsError(f"{what} is no JSON object.")
    return value


def _put(arguments: dict[str, JsonValue], word: str) -> None:
    name, equals, text = word.partition("=")
    if not equals or not name:
        raise ArgumentsError(f"{word!r} is no argument: write name=value, or a JSON object in quotes.")
    *path, last = name.split(".")
    inner = arguments
    for part in path:
        below = inner.setdefault(part, {})
        if not isinstance(below, dict):
            raise ArgumentsError(f"{word!r} reaches into {part}, which is no object.")
        inner = below
    inner[last] = _value(text)


def _value(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except json.JSONDecodeError:
        return text
    return value

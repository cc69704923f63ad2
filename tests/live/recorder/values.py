"""Reading, changing and filling in JSON values by path.

A path is a list of steps joined by dots: a member name, an array index, or a
selector `[member=value]` which finds the first array element with that member.
`$` is the whole document: `collection.0.id`, `[userName=anna].id`, `$`.
"""

import copy
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

_STEP = re.compile(r"\[(?P<member>\w+)=(?P<value>[^\]]*)\]|(?P<name>[^.\[\]]+)")
_VARIABLE = re.compile(r"\{(\w+)\}")


class MissingValueError(LookupError):
    """A path leads nowhere, or a variable was never captured."""


def _key(node: Any, step: re.Match[str]) -> Any:
    """Return the key or index by which `step` goes on from `node`."""
    if step["member"]:
        wanted = (index for index, item in enumerate(node) if str(item.get(step["member"])) == step["value"])
        return next(wanted)
    return int(step["name"]) if isinstance(node, list) else step["name"]


@contextmanager
def _following(path: str) -> Generator[None]:
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise MissingValueError(f"nothing at {path}") from error


def pick(document: Any, path: str) -> Any:
    """Return the value at `path`."""
    node = document
    with _following(path):
        for step in _steps(path):
            node = node[_key(node, step)]
    return node


def patched(document: Any, changes: Mapping[str, Any]) -> Any:
    """Return a copy of `document` with the value at each path replaced."""
    result = copy.deepcopy(document)
    for path, value in changes.items():
        *parents, last = _steps(path)
        node = result
        with _following(path):
            for step in parents:
                node = node[_key(node, step)]
            node[_key(node, last)] = value
    return result


def _steps(path: str) -> list[re.Match[str]]:
    return [] if path == "$" else list(_STEP.finditer(path))


def filled(value: Any, variables: Mapping[str, Any]) -> Any:
    """Return `value` with every `{variable}` replaced.

    A string that is nothing but one variable takes its value as it is, so
    numbers stay numbers.
    """
    if isinstance(value, str):
        if whole := _VARIABLE.fullmatch(value):
            return _variable(whole[1], variables)
        return _VARIABLE.sub(lambda found: str(_variable(found[1], variables)), value)
    if isinstance(value, Mapping):
        return {key: filled(item, variables) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [filled(item, variables) for item in value]
    return value


def _variable(name: str, variables: Mapping[str, Any]) -> Any:
    try:
        return variables[name]
    except KeyError:
        raise MissingValueError(f"no value for {{{name}}}") from None

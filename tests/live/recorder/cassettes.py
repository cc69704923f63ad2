"""The cassette files: YAML which stock vcrpy loads, written for people to read."""

import json
import re
from typing import Any

import vcr
import yaml
from live.recorder.outbox import Outbox
from live.recorder.scrub import SECRET_HEADERS, Scrubber
from vcr.persisters.filesystem import CassetteNotFoundError
from vcr.record_mode import RecordMode
from vcr.request import Request
from vcr.serialize import serialize
from vcr.serializers import yamlserializer

RECORDED_ORIGIN = "http://127.0.0.1:5000"
"""The address every cassette shows, wherever the server really was."""

MATCH_ON = ("method", "scheme", "host", "port", "path", "query", "body")

PAGE = b"""<!DOCTYPE html>
<html lang="en">
<head><base href="/" /><title>Ombi</title></head>
<body><app-ombi></app-ombi></body>
</html>
"""
"""Stands for every web page, which is long and says nothing."""

USUAL_ACCEPT = "application/json"

_REQUEST_HEADERS = {"accept", "apialias", "content-type", "username", *SECRET_HEADERS}
_REPLY_HEADERS = {"content-type", "location", "retry-after", "www-authenticate"}


class CassetteWriter:
    """Gives out recording cassettes whose interactions are scrubbed and trimmed when saved."""

    def __init__(self, outbox: Outbox, origin: str, scrubber: Scrubber, unrecorded_path: str) -> None:
        self._outbox = outbox
        self._origin = origin
        self._scrubber = scrubber
        self._unrecorded_path = unrecorded_path
        self._vcr = vcr.VCR(
            record_mode=RecordMode.ALL,
            serializer="readable",
            before_record_request=self._recorded,
            before_save_interaction=self._saved,
        )
        self._vcr.register_serializer("readable", ReadableYaml)
        self._vcr.register_persister(self)

    def use(self, name: str) -> Any:
        """Return the context manager which records into `<name>.yaml`, from scratch."""
        return self._vcr.use_cassette(f"{name}.yaml")

    def load_cassette(self, *_: object, **__: object) -> Any:
        """There never is an earlier one."""
        raise CassetteNotFoundError

    def save_cassette(self, cassette_path: object, cassette_dict: Any, serializer: Any) -> None:
        """Keep the cassette until the end of the run."""
        self._outbox.put(str(cassette_path), serialize(cassette_dict, serializer))

    def _recorded(self, request: Request) -> Request | None:
        return None if request.path == self._unrecorded_path else request

    def _saved(self, request: Request, response: dict[str, Any]) -> tuple[Request, dict[str, Any]]:
        uri = request.uri.replace(self._origin, RECORDED_ORIGIN, 1)
        request.uri = self._scrubber.text(uri)
        request.headers = {
            name: self._scrubber.header(name, value)
            for name, value in request.headers.items()
            if name.lower() in _REQUEST_HEADERS and (name.lower(), value) != ("accept", USUAL_ACCEPT)
        }
        request.body = self._body(request.body_bytes)
        response["headers"] = {
            name: values for name, values in response["headers"].items() if name.lower() in _REPLY_HEADERS
        }
        page = "text/html" in str(response["headers"])
        response["body"]["string"] = PAGE if page else self._body(response["body"]["string"])
        return request, response

    def _body(self, body: bytes) -> bytes:
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return body
        return indented(self._scrubber.text(text)).encode()


class ReadableYaml:
    """A vcrpy serializer: long texts as literal blocks, no escapes, no sorted keys."""

    @staticmethod
    def serialize(cassette: dict[str, Any]) -> str:
        """Return the cassette as YAML."""
        for interaction in cassette["interactions"]:
            request = interaction["request"]
            interaction["request"] = {key: request[key] for key in ("method", "uri", "headers", "body")}
            response = interaction["response"]
            interaction["response"] = {key: response[key] for key in ("status", "headers", "body")}
        ordered = {"version": cassette["version"], "interactions": cassette["interactions"]}
        return yaml.dump(ordered, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6)

    deserialize = staticmethod(yamlserializer.deserialize)


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


# Tokens of a JSON text: strings whole, brackets and separators one by one, other values whole.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')

# Characters which YAML cannot show in a literal block; JSON has another spelling for each.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = '"' if _UNPRINTABLE.search(text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def indented(text: str) -> str:
    """Return JSON text with line breaks and indents, every token unchanged; other text as it is."""
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        json.loads(text)
    except ValueError:
        return text
    lines = [""]
    depth = 0
    previous = ""
    for lexeme in _TOKEN.findall(text):
        if lexeme in "}]":
            depth -= 1
        opened = previous in ("{", "[")
        closing = lexeme in ("}", "]")
        if previous == "," or opened != closing:
            lines.append("  " * depth)
        lines[-1] += lexeme + (" " if lexeme == ":" else "")
        if lexeme in "{[":
            depth += 1
        previous = lexeme
    pretty = "\n".join(lines)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", pretty)

"""What FastMCP's OpenTelemetry spans hold of a call, where an operator has them exported."""

from collections.abc import Generator
from typing import Any

import httpx
import pytest
from fastmcp import telemetry
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, Tracer
from support.harness import ERAS, session

PRIVATE = "Canary of the Baskervilles"


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Generator[InMemorySpanExporter]:
    """The spans of one test."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    def tracer(name: str, version: str | None = None) -> Tracer:
        return provider.get_tracer(name, version)

    monkeypatch.setattr(telemetry, "otel_get_tracer", tracer)
    yield exporter
    provider.shutdown()


def _crashing(_: httpx.Request) -> httpx.Response:
    raise RuntimeError(PRIVATE)


def _failing(_: httpx.Request) -> httpx.Response:
    return httpx.Response(500, json={"error": PRIVATE})


def _finding(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json=[{"id": "603", "mediaType": "movie", "title": PRIVATE}])


def _served(exported: InMemorySpanExporter) -> list[ReadableSpan]:
    """The spans of this side; a client in the same process has its own."""
    return [span for span in exported.get_finished_spans() if span.kind is SpanKind.SERVER]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("ombi", [_crashing, _failing, _finding])
async def test_a_span_names_the_tool_and_holds_neither_arguments_nor_titles(
    ombi: Any, era: str, exported: InMemorySpanExporter
) -> None:
    async with session(era, transport=httpx.MockTransport(ombi)) as mcp:
        await mcp.call("read_search", {"query": f"a query: {PRIVATE}"})
    spans = [span for span in _served(exported) if span.name == "tools/call read_search"]
    [attributes] = [span.attributes or {} for span in spans]
    assert (attributes["gen_ai.tool.name"], attributes["mcp.method.name"]) == ("read_search", "tools/call")
    assert not [span.name for span in _served(exported) if PRIVATE in span.to_json()]

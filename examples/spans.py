"""Serve ombi-mcp on standard input and output, and write a line of JSON to stderr for each span.

Needs `pip install opentelemetry-sdk`, and OMBI_URL and OMBI_API_KEY as ever. On stdio nothing but MCP may go to stdout.
"""

import sys

from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

from ombi_mcp.server import create_server

lines = ConsoleSpanExporter(out=sys.stderr, formatter=lambda span: span.to_json(indent=None) + "\n")
provider = TracerProvider(resource=Resource.create({"service.name": "ombi-mcp"}))
provider.add_span_processor(SimpleSpanProcessor(lines))
trace.set_tracer_provider(provider)

create_server().run(transport="stdio", show_banner=False)

"""The n8n workflow: its nodes are connected, and the tools and arguments that it names exist."""

import json
from typing import Any

from jsonschema import Draft202012Validator
from support.recordings import ROOT

WORKFLOW: dict[str, Any] = json.loads((ROOT / "examples/n8n/ombi.json").read_text())
NODES: dict[str, dict[str, Any]] = {node["name"]: node for node in WORKFLOW["nodes"]}
SCHEMAS: dict[str, dict[str, Any]] = {
    name: tool["inputSchema"]
    for name, tool in json.loads((ROOT / "docs/tools/contracts.json").read_text())["tools"].items()
}


def test_every_connection_joins_two_nodes() -> None:
    joined = {
        (source, kind, end["node"])
        for source, kinds in WORKFLOW["connections"].items()
        for kind, outputs in kinds.items()
        for output in outputs
        for end in output
    }
    assert joined == {
        ("Chat", "main", "Agent"),
        ("Model", "ai_languageModel", "Agent"),
        ("Ombi", "ai_tool", "Agent"),
        ("Every night", "main", "What was not sent"),
    }
    assert {name for source, _, end in joined for name in (source, end)} == set(NODES)


def test_both_mcp_nodes_speak_streamable_http_with_a_bearer_key() -> None:
    for name in ("Ombi", "What was not sent"):
        parameters = NODES[name]["parameters"]
        assert parameters["serverTransport"] == "httpStreamable"
        assert parameters["authentication"] == "bearerAuth"
        assert parameters["endpointUrl"].endswith("/mcp")
        assert list(NODES[name]["credentials"]) == ["httpBearerAuth"]


def test_the_tools_and_arguments_exist() -> None:
    assert set(NODES["Ombi"]["parameters"]["includeTools"]) <= set(SCHEMAS)
    step = NODES["What was not sent"]["parameters"]
    schema = SCHEMAS[step["tool"]["value"]]
    arguments = json.loads(step["jsonInput"])
    assert set(arguments) <= set(schema["properties"])
    Draft202012Validator(schema).validate(arguments)

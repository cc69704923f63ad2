"""An agent of the OpenAI Agents SDK that looks for a film, asks for it, and tells what waits for approval.

Install ombi-mcp and what requirements-openai_agents.txt names, then `python openai_agents_agent.py Interstellar`.
"""

import asyncio
import json
import sys
from typing import Any

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from agents.mcp import MCPServerStdio, create_static_tool_filter
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from scripted import SERVER, TOOLS, Call, next_step


class Scripted(Model):
    """Plays the model: the script's next step."""

    async def get_response(self, system_instructions: object, input: list[Any], **_: object) -> ModelResponse:  # noqa: A002, ARG002 the SDK's names
        """The script's next step after what is in the conversation."""
        [film] = [item["content"] for item in input if item.get("role") == "user"]
        # A tool that failed gives its text as one that did not, and no flag: read `ok`.
        told = [item["output"][0]["text"] for item in input if item.get("type") == "function_call_output"]
        step = next_step(film, told)
        if isinstance(step, Call):
            output: Any = ResponseFunctionToolCall(
                type="function_call", call_id=f"call-{len(told)}", name=step.tool, arguments=json.dumps(step.arguments)
            )
        else:
            text = ResponseOutputText(type="output_text", text=step, annotations=[])
            output = ResponseOutputMessage(
                id="answer", type="message", role="assistant", status="completed", content=[text]
            )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *_: object, **__: object) -> Any:  # noqa: ANN401 never called here
        """The SDK asks for it; this example does not stream."""
        raise NotImplementedError


async def main(films: list[str]) -> None:
    """Run the agent once for each film."""
    set_tracing_disabled(disabled=True)  # traces would go to OpenAI
    command, arguments = SERVER
    async with MCPServerStdio(
        params={"command": command, "args": arguments},
        tool_filter=create_static_tool_filter(allowed_tool_names=list(TOOLS)),
        client_session_timeout_seconds=60,  # the default of 5 is short for a first start
    ) as ombi:
        model = Scripted()  # your own model: model = "gpt-5"
        agent = Agent("Ombi", model=model, mcp_servers=[ombi])
        for film in films:
            print((await Runner.run(agent, film)).final_output)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["Interstellar"]))

"""A Pydantic AI agent that looks for a film, asks for it, and tells what waits for approval.

Install ombi-mcp and what requirements-pydantic_ai.txt names, then `python pydantic_ai_agent.py Interstellar`.
"""

import asyncio
import sys

from fastmcp.client.transports import StdioTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from scripted import SERVER, TOOLS, Call, next_step


def answer(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
    """Play the model: the script's next step."""
    parts = [part for message in messages for part in message.parts]
    [film] = [str(part.content) for part in parts if isinstance(part, UserPromptPart)]
    told = [part.model_response_str(wrap_if_error=False) for part in parts if isinstance(part, ToolReturnPart)]
    step = next_step(film, told)
    return ModelResponse(parts=[ToolCallPart(*step) if isinstance(step, Call) else TextPart(step)])


async def main(films: list[str]) -> None:
    """Run the agent once for each film."""
    command, arguments = SERVER
    # A tool that fails is told to the model as it is ("failed"). The default, "retry", ends the whole run when
    # the same tool fails twice.
    ombi = MCPToolset(StdioTransport(command, arguments), tool_error_behavior="failed", init_timeout=60)
    model = FunctionModel(answer)  # your own model: model = "anthropic:claude-sonnet-4-5"
    agent = Agent(model, toolsets=[ombi.filtered(lambda _, tool: tool.name in TOOLS)])
    async with agent:
        for film in films:
            print((await agent.run(film)).output)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["Interstellar"]))

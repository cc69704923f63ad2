"""A LlamaIndex agent that looks for a film, asks for it, and tells what waits for approval.

Install ombi-mcp and what requirements-llama_index.txt names, then `python llama_index_agent.py Interstellar`.
"""

import asyncio
import sys
from collections.abc import Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.tools.mcp import McpToolSpec
from mcp import ClientSession, ListToolsResult, StdioServerParameters, stdio_client
from scripted import SERVER, TOOLS, Call, next_step


def answer(messages: Sequence[ChatMessage], **_: object) -> ChatMessage:
    """Play the model: the script's next step."""
    [film] = [message.content or "" for message in messages if message.role == MessageRole.USER]
    told = [message.content or "" for message in messages if message.role == MessageRole.TOOL]
    step = next_step(film, told)
    if isinstance(step, Call):
        call = ToolCallBlock(tool_call_id=f"call-{len(told)}", tool_name=step.tool, tool_kwargs=step.arguments)
        return ChatMessage(role=MessageRole.ASSISTANT, blocks=[call])
    return ChatMessage(role=MessageRole.ASSISTANT, content=step)


class Ombi:
    """An MCP session as LlamaIndex needs it, whose results are their text.

    Of a whole result the model would be shown Python's printed form: everything twice, and no JSON. And a
    `BasicMCPClient` would start a server for each call.
    """

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def list_tools(self) -> ListToolsResult:
        """What the server offers."""
        return await self._session.list_tools()

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> str:
        """The envelope as JSON; of a tool that failed too, so that `ok` tells which it is."""
        [block] = (await self._session.call_tool(name, arguments)).content
        return block.text


async def main(films: list[str]) -> None:
    """Run the agent once for each film."""
    command, arguments = SERVER
    server = StdioServerParameters(command=command, args=arguments)
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = await McpToolSpec(Ombi(session), allowed_tools=list(TOOLS)).to_tool_list_async()
        llm = MockFunctionCallingLLM(response_generator=answer)  # your own model: llm = OpenAI("gpt-5")
        agent = FunctionAgent(tools=tools, llm=llm)
        for film in films:
            print(await agent.run(film))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["Interstellar"]))

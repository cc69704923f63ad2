"""A LangChain agent that looks for a film, asks for it, and tells what waits for approval.

Install what requirements-langchain.txt names, then `python langchain_agent.py Interstellar`. These packages need the
MCP SDK 1, and ombi-mcp the SDK 2: install ombi-mcp in an environment of its own, and have its command on the PATH.
"""

import asyncio
import sys

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from scripted import SERVER, TOOLS, Call, next_step


class Scripted(BaseChatModel):
    """Plays the model: the script's next step."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, *_: object, **__: object) -> "Scripted":
        """Take no notice of the tools: the script knows them."""
        return self

    def _generate(self, messages: list[BaseMessage], *_: object, **__: object) -> ChatResult:
        [film] = [message.text for message in messages if isinstance(message, HumanMessage)]
        # A tool that failed has the status "error" and the same JSON as its text; its artifact is then empty.
        told = [message.text for message in messages if isinstance(message, ToolMessage)]
        step = next_step(film, told)
        if isinstance(step, Call):
            call = {"name": step.tool, "args": step.arguments, "id": f"call-{len(told)}"}
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=[call]))])
        return ChatResult(generations=[ChatGeneration(message=AIMessage(step))])


async def main(films: list[str]) -> None:
    """Run the agent once for each film."""
    command, arguments = SERVER
    client = MultiServerMCPClient({"ombi": {"transport": "stdio", "command": command, "args": arguments}})
    async with client.session("ombi") as session:  # without one, each call would start a server of its own
        tools = [tool for tool in await load_mcp_tools(session) if tool.name in TOOLS]
        model = Scripted()  # your own model: model = "anthropic:claude-sonnet-4-5"
        agent = create_agent(model, tools)
        for film in films:
            state = await agent.ainvoke({"messages": [HumanMessage(film)]})
            print(state["messages"][-1].text)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["Interstellar"]))

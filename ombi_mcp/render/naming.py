"""How a step is written for the surface on which its reader calls (B409)."""

from ombi_mcp.render.presentation import Surface
from ombi_mcp.render.steps import Step


def written(step: Step, surface: Surface) -> str:  # noqa: ARG001 until the other surfaces are there
    """One line that names the call as it is made on a surface."""
    return f"{step.tool}: {step.purpose}"

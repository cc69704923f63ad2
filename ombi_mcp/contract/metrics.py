"""metrics: named scalars with the scope that they hold for."""

from typing import Literal, TypeAlias

from ombi_mcp.contract.base import Items, Maybe, Part, Scalar

Scope: TypeAlias = Literal["instance", "principal", "selected_user", "unknown"]


class Metric(Part):
    """One number, flag or text, and for whom it holds."""

    name: str
    value: Scalar
    scope: Scope
    unit: Maybe[str] = None


class Metrics(Part):
    """Zero or more metrics."""

    kind: Literal["metrics"] = "metrics"
    values: Items[Metric]

"""Which failures of a read are tried again, and after how long; writes are never (R240, R241)."""

from dataclasses import dataclass

from ombi_mcp.ombi.errors import OmbiError, RateLimited, Unreachable

_GATEWAY = frozenset({502, 503, 504})
_PAUSE = 0.2


@dataclass(slots=True)
class Retries:
    """The tries that one request has left: connection failures and 429 twice, a gateway's refusal once."""

    unreachable: int = 2
    limited: int = 2
    gateway: int = 1

    def pause_after(self, failure: OmbiError) -> float | None:
        """The seconds to wait before the next try, or None where there is none."""
        if isinstance(failure, Unreachable) and self.unreachable > 0:
            self.unreachable -= 1
            return _PAUSE
        if isinstance(failure, RateLimited) and self.limited > 0:
            self.limited -= 1
            return _PAUSE if failure.retry_after_seconds is None else failure.retry_after_seconds
        if failure.http_status in _GATEWAY and self.gateway > 0:
            self.gateway -= 1
            return _PAUSE
        return None

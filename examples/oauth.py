"""Serve ombi-mcp over HTTP to callers with tokens of an identity provider."""

import os

from fastmcp.server.auth.providers.jwt import JWTVerifier

from ombi_mcp import settings
from ombi_mcp.server import create_server
from ombi_mcp.surface import http

verifier = JWTVerifier(
    jwks_uri=os.environ["OAUTH_JWKS_URI"],
    issuer=os.environ["OAUTH_ISSUER"],
    audience="ombi-mcp",
)
rules = settings.hosting()
server = create_server(auth=verifier, calls_a_minute=rules.calls_a_minute)
http.serve(server, rules, host="127.0.0.1", port=int(os.environ.get("PORT", "8000")))

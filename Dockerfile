# ombi-mcp over HTTP, for callers with a key: see docs/http.md.
#
#   docker build --tag ombi-mcp .
#   docker run --rm --publish 8000:8000 --env OMBI_URL --env OMBI_API_KEY --volume ombi-mcp:/data ombi-mcp

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE CHANGELOG.md ./
COPY ombi_mcp ombi_mcp
RUN python -m venv /opt/ombi-mcp && /opt/ombi-mcp/bin/pip install --no-cache-dir ".[redis]"

FROM python:3.13-slim
RUN useradd --system --uid 10001 --user-group --no-create-home ombi-mcp && install --directory --owner=ombi-mcp --group=ombi-mcp --mode=0700 /data
COPY --from=build /opt/ombi-mcp /opt/ombi-mcp
# The last is the name of a file, which holds no keys but their digests.
# hadolint ignore=DL3064
ENV PATH=/opt/ombi-mcp/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    OMBI_MCP_TOKENS_FILE=/data/tokens.json
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["ombi-mcp"]
CMD ["serve", "--http", "--host", "0.0.0.0", "--port", "8000"]

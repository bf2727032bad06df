# The image that the tag named in September 2026, for every platform; docs/decisions.md says how to renew it.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS base

FROM base AS build
WORKDIR /build
# requirements-postgresql.lock where games are kept on a server.
ARG REQUIREMENTS=requirements.lock
COPY requirements.lock requirements-postgresql.lock ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir -r "$REQUIREMENTS"

FROM base
RUN useradd --system --uid 10001 --home-dir /data bezique && install -d -m 700 -o bezique -g bezique /data
COPY --from=build /venv /venv
WORKDIR /app
COPY bot bot
COPY cogs cogs
COPY db db
# Nothing is compiled where the file system is read-only: a start would take a second more, and 2 MB.
RUN python -m compileall -q .
USER 10001
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    BEZIQUE_DATABASE_URL=sqlite+aiosqlite:////data/bezique.db \
    BEZIQUE_LOG_FORMAT=json \
    BEZIQUE_HEALTH_PORT=8080
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['BEZIQUE_HEALTH_PORT']}/livez\", timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]

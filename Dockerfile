FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements/run.txt requirements/node.txt requirements/
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements/run.txt
COPY .npmrc package.json package-lock.json ./
COPY tools tools
RUN mkdir .venv && python -m tools.vendor
COPY app app
COPY static static
RUN /venv/bin/python -m tools.bundle

FROM python:3.11-slim
RUN useradd --uid 1000 --home-dir /data --create-home kings
WORKDIR /srv
COPY --from=build /venv /venv
COPY pyproject.toml ./
COPY engine engine
COPY app app
COPY migrations migrations
COPY locales locales
COPY templates templates
COPY --from=build /src/static static
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    KINGS_DATA=/data \
    HOST=0.0.0.0 \
    PORT=8000
USER kings
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 CMD ["python", "-c", \
    "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
CMD ["python", "-m", "app"]

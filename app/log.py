"""Structured logs: one JSON object a line, or coloured text on a terminal."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer

# Without local variables: hands, seeds and cookies have no place in a log.
_tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))


FAULTS_OF_OTHERS = frozenset(
    {
        "Invalid UTF-8 sequence received from client.",
        "ASGI callable returned without completing handshake.",  # refused, with an answer
    }
)
"""What uvicorn calls an error, and is none of ours: anybody could fill the log with it."""


def set_up_logs(log_format: str) -> None:
    """Send structlog and the standard library's logs (uvicorn's, too) through one formatter."""
    as_text = log_format == "text" or (log_format == "auto" and sys.stderr.isatty())
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[structlog.types.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if as_text
        else [_tracebacks, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
    # uvicorn tells of every socket; what matters of its start, we print ourselves.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_our_fault)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _is_our_fault(record: logging.LogRecord) -> bool:
    return record.msg not in FAULTS_OF_OTHERS

"""How hypothesis runs here: few examples, no clock, and the same ones on every CI run."""

import os

from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=60, derandomize="CI" in os.environ)
settings.load_profile("engine")

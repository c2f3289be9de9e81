"""How hypothesis runs here: few examples, no clock, and the same ones on every CI run.

`make test-rules` asks for the profile "rules": twenty times as many.
"""

import os

from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=60, derandomize="CI" in os.environ)
settings.register_profile("rules", deadline=None, max_examples=1_200)
settings.load_profile(os.environ.get("KINGS_TEST_RULES", "engine"))

"""How hypothesis runs here: few examples, no clock, and the same ones on every CI run.

Nor does it mind how long it takes to draw them: it finds out first what all letters are, which
takes a second on a busy machine.
`make test-rules` asks for the profile "rules": twenty times as many.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "usual",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=60,
    derandomize="CI" in os.environ,
)
settings.register_profile(
    "rules", settings.get_profile("usual"), max_examples=1_200, derandomize=False
)
settings.load_profile(os.environ.get("KINGS_TEST_RULES", "usual"))

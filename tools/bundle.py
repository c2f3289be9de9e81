"""Put the table's scripts and its style sheets into one file each, as browsers get them.

Without this the table works too: the server gives out the parts of a bundle that is not of today.
"""

import sys
from pathlib import Path

from app.web.assets import BUNDLES, FOLDER, banner_of
from tools.install import attempt

ESBUILD = Path(".venv", "esbuild")


def main() -> None:
    banner = banner_of()
    complaint = attempt(
        ESBUILD.resolve(),
        *BUNDLES,
        "--bundle",
        "--minify",
        "--format=esm",
        "--external:*.svg",
        "--outdir=.",
        "--entry-names=[name].bundle",
        f"--banner:js={banner}",
        f"--banner:css={banner}",
        cwd=FOLDER,
    )
    if complaint:
        sys.exit(complaint.rstrip())


if __name__ == "__main__":
    main()

"""A bundle stands for its parts, but only for those of today."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.web.assets import Assets, banner_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "table").mkdir()
    (tmp_path / "table.js").write_text('import "./table/tapping.js";')
    (tmp_path / "table" / "tapping.js").write_text("const taps = 1;")
    return tmp_path


def bundle(folder: Path) -> None:
    (folder / "table.bundle.js").write_text(f"{banner_of(folder)}\nconst taps=1;")


def test_a_file_without_a_bundle_is_named_itself(folder: Path) -> None:
    assert Assets(folder).url("table.js").endswith("/table.js")


def test_a_bundle_is_named_in_place_of_its_parts(folder: Path) -> None:
    bundle(folder)
    assert Assets(folder).url("table.js").endswith("/table.bundle.js")


def test_a_bundle_of_other_parts_is_not_used(folder: Path) -> None:
    bundle(folder)
    (folder / "table" / "tapping.js").write_text("const taps = 2;")
    assert Assets(folder).url("table.js").endswith("/table.js")


def test_the_version_changes_with_any_file(folder: Path) -> None:
    before = Assets(folder).url("table.js")
    (folder / "crown.svg").write_text("<svg/>")
    assert Assets(folder).url("table.js") != before


def test_a_file_that_there_is_not_has_no_address(folder: Path) -> None:
    with pytest.raises(KeyError):
        Assets(folder).url("nothing.js")


def test_texts_are_sent_as_small_as_can_be_to_whoever_reads_that(client: TestClient) -> None:
    url = client.app.state.services.assets.url("app.css")  # type: ignore[attr-defined]
    small = client.get(url, headers={"accept-encoding": "gzip, br"})
    plain = client.get(url, headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "br"
    assert "content-encoding" not in plain.headers
    assert small.text == plain.text
    assert int(small.headers["content-length"]) < len(plain.content) / 2
    for response in (small, plain):
        assert "immutable" in response.headers["cache-control"]
        assert response.headers["content-type"] == "text/css; charset=utf-8"
        assert "Accept-Encoding" in response.headers["vary"]
    assert small.headers["etag"] != plain.headers["etag"]

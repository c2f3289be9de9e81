"""What comes after the end of a round or match: nobody waits without knowing for whom."""

from __future__ import annotations

from app.render.regions import private_regions, public_regions
from app.rooms.events import Ready
from engine.events import Ending
from engine.rules import Rules
from tests.app.render.showing import ENGLISH, Play, ended
from tests.kit.looking import looked_at


def onward(play: Play, player: str | None, deadline: int | None = None) -> str:
    table = play.table(player)._replace(deadline=deadline)
    return private_regions(table, ENGLISH)["next"]


def test_while_a_round_runs_nothing_comes_next() -> None:
    assert "<button" not in onward(Play(0), "p0")


def test_the_next_round_waits_for_everybody_present() -> None:
    play = ended(Ending.WENT_OUT)
    assert 'name="do" value="next"' in onward(play, "p0")
    assert "Waiting for Carl" in onward(play, "p0")
    assert "The next round begins in" not in onward(play, "p0")
    assert 'The next round begins in <b class="clock"' in onward(play, "p0", 45_000)
    play.add(Ready(0))
    assert "<button" not in onward(play, "p0")
    assert "Waiting for Carl" in onward(play, "p0")
    assert "Waiting for" not in onward(play, "p1")
    assert "<button" not in onward(play, None)
    assert " ready" in public_regions(play.table(None), ENGLISH)["seat-0"]


def test_of_many_who_are_waited_for_there_is_only_the_number() -> None:
    play = ended(Ending.WENT_OUT)
    present = ("p0", "p1", "p2")
    table = looked_at(play.state, None, play.names, present)
    for waiting in (3, 2):
        markup = private_regions(table, ENGLISH)["next"]
        assert ("Waiting for 3 players" in markup) == (waiting == 3)
        assert ("Waiting for Carl and Maximiliane" in markup) == (waiting == 2)
        play.add(Ready(0))
        table = looked_at(play.state, None, play.names, present)


def test_a_wish_for_another_match_takes_the_button_only_while_somebody_else_is_waited_for() -> None:
    play = Play(0, Rules(target=5))
    play.until_over()
    play.add(Ready(1))
    state, names = play.state, play.names
    for viewer, present, waits in ((1, "p0 p1", True), (1, "p1", False), (0, "p0 p1", False)):
        table = looked_at(state, viewer, names, present.split())
        markup = private_regions(table, ENGLISH)["next"]
        assert ('value="again"' not in markup) == waits
        assert ("Waiting for Bea" in markup) == waits
    assert "wants to play again" in onward(play, "p0")


def test_a_host_who_has_asked_for_another_match_may_begin_it_by_a_button_of_its_own() -> None:
    play = Play(0, Rules(target=5))
    play.until_over()
    without_others = 'class="quiet" form="moves" name="do" value="now"'
    play.add(Ready(1))
    assert without_others not in onward(play, "p0") + onward(play, "p1")
    play = Play(0, Rules(target=5))
    play.until_over()
    play.add(Ready(0))
    assert without_others in onward(play, "p0")
    assert without_others not in onward(play, "p1")


def test_after_a_match_players_may_play_again_and_all_others_go_home() -> None:
    play = Play(3)
    play.until_over()
    assert 'name="do" value="again"' in onward(play, "p0")
    assert "<button" not in onward(play, None)
    assert 'href="/"' in onward(play, None)

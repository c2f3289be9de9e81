"""Why a command is refused, where it is not the engine's rules that refuse it."""

from __future__ import annotations

from engine.violations import N_, Refusal

STALE = Refusal("stale", N_("The table has changed since then. Have another look."))
NO_SEAT = Refusal("no_seat", N_("You have no seat at this table."))
ROOM_NOT_FOUND = Refusal(
    "room_not_found", N_("There is no table with this code, or it is not open to you.")
)
NOT_STARTED = Refusal("not_started", N_("The match has not started yet."))
ALREADY_STARTED = Refusal("already_started", N_("The match has already started."))
SEATS_OPEN = Refusal("seats_open", N_("Two at least must sit here. Add a computer player?"))
NOT_HOST = Refusal("not_host", N_("Only the host can do that."))
WRONG_RULES = Refusal("wrong_rules", N_("These rules do not go together: {why}"))
NO_GUEST = Refusal("no_guest", N_("No guest sits there."))
OTHER_GUEST = Refusal("other_guest", N_("Somebody else sits there by now."))
NO_SUCH_SEAT = Refusal("no_such_seat", N_("This table has no such seat."))
TOO_MANY_SEATS = Refusal("too_many_seats", N_("This game is for at most {most} players."))
FEWEST_SEATS = Refusal("fewest_seats", N_("A table has two seats at least."))
REMOVED = Refusal("removed", N_("The host has given your seat at this table to others."))
COMPUTER_PLAYS = Refusal(
    "computer_plays", N_("A computer plays for you just now. Take your seat back first.")
)
NOT_IDLE = Refusal("not_idle", N_("Give the player in turn a little more time."))
ROOM_FULL = Refusal("room_full", N_("Every seat at this table is taken."))
SEAT_TAKEN = Refusal("seat_taken", N_("Somebody already sits there."))
SEATED_ALREADY = Refusal("seated_already", N_("You already have a seat at this table."))
ROUND_RUNS = Refusal("round_runs", N_("This round is still being played."))
MATCH_RUNS = Refusal("match_runs", N_("This match is still being played."))
MATCH_OVER = Refusal("match_over", N_("This match is over."))
OTHERS_PLAY = Refusal(
    "others_play", N_("Others play here, too. Leave, and a computer plays on for you.")
)
DAILY_GAME = Refusal("daily_game", N_("A daily game is played once, to its end, by nobody else."))
NO_SUCH_DAY = Refusal("no_such_day", N_("There is no daily game of that day."))
BUSY = Refusal("busy", N_("This table is very busy. Try again in a moment."))
UNREADABLE = Refusal(
    "unreadable", N_("This table cannot be opened right now. That is our fault; try again later.")
)
FAILED = Refusal("failed", N_("Something went wrong on our side. Nothing was lost; try again."))

REFUSALS = tuple(value for value in tuple(globals().values()) if isinstance(value, Refusal))


class Refused(Exception):
    """A command that is not carried out; nothing has changed."""

    def __init__(self, refusal: Refusal, **parameters: str) -> None:
        """Keep the refusal for its code, and what its sentence names."""
        super().__init__(refusal.sentence)
        self.refusal = refusal
        self.parameters = parameters

    @property
    def code(self) -> str:
        """The refusal's stable code."""
        return self.refusal.code

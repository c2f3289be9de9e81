"""Why a request is refused before it reaches a room."""

from __future__ import annotations

from engine.violations import N_, Refusal

MALFORMED = Refusal("malformed", N_("That message could not be read."))
SLOW_DOWN = Refusal("slow_down", N_("That was very fast. Try again in {seconds} s."))
TOO_MANY_SOCKETS = Refusal(
    "too_many_sockets", N_("Very many pages are open from here. Close some, and try again.")
)
TOO_LARGE = Refusal("too_large", N_("That message is too large."))
FOREIGN_ORIGIN = Refusal("foreign_origin", N_("That request came from another site."))
NOT_FOUND = Refusal("not_found", N_("There is nothing at this address."))
NOT_ALLOWED = Refusal("method_not_allowed", N_("This address does not take that kind of request."))
NOT_SIGNED_IN = Refusal("unauthorized", N_("This token is not known."))
LINK_GONE = Refusal(
    "link_gone", N_("This link has been used, or is too old. Make a new one on the other device.")
)
NO_MATCH = Refusal(
    "match_not_found", N_("There is no match at this address that is over and open to you.")
)
DAY_OPEN = Refusal(
    "day_open",
    N_(
        "This game of the day opens to others when the day has closed, a day after it has ended."
        " Until then somebody may be playing the same cards."
    ),
)
NO_BOARD = Refusal(
    "board_not_found",
    N_("There is no board at this address. It may have been deleted: ask who sent you the link."),
)
BOARD_FULL = Refusal("board_full", N_("This board has {most} members, and takes no more."))
TOO_MANY_BOARDS = Refusal(
    "too_many_boards", N_("You belong to {most} boards, which is the most. Leave one first.")
)
OFF_THE_BOARD = Refusal(
    "off_the_board", N_("Whoever keeps this board has taken you off it, for good.")
)
NOT_KEEPER = Refusal("not_keeper", N_("Only whoever keeps this board can do that."))
NO_SUCH_MEMBER = Refusal("no_such_member", N_("This member has left the board already."))
NO_RECORD = Refusal(
    "no_record",
    N_("This is not the record of a match. A record begins with “{title}”, or is JSON."),
)
NO_TEXT = Refusal(
    "no_text", N_("This file is a picture or something else. A record is a file of text or JSON.")
)
NOTHING_BROUGHT = Refusal("nothing_brought", N_("Choose a file first, or paste a record below it."))
BROKEN_RECORD = Refusal(
    "broken_record",
    N_("This record is damaged, or a part of it is missing: perhaps its end was cut off."),
)
RECORD_TOO_LONG = Refusal("record_too_long", N_("This record has more than {most} moves."))
OTHER_ENGINE = Refusal(
    "other_engine", N_("This record was made by another version of the game, which is not here.")
)
# Translators: {number} counts the moves of a round, {move} is one in signs, such as 7H>N.
FORGED_MOVE = Refusal(
    "forged_move",
    N_("Round {round}, move {number} ({move}): {why} So its seed, rules or moves were changed."),
)
OTHERS_TURN = Refusal("others_turn", N_("It is another seat’s turn there."))
NOT_HELD = Refusal("not_held", N_("That card is not in the hand of whoever moves."))
FORGED_END = Refusal(
    "forged_end",
    N_(
        "The moves do not lead to the end that the record tells: some are missing, or were changed."
    ),
)
NO_ROUND_DUE = Refusal("no_round_due", N_("No such round is due."))
NOT_OVER = Refusal("not_over", N_("The record is published when the match is over."))

REFUSALS = tuple(value for value in tuple(globals().values()) if isinstance(value, Refusal))

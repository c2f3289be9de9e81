"""What players say to each other, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from app.phrases import Phrase, Saying
from app.render.language import Language
from app.render.words import face, html, seat_names
from app.table import Seat
from engine.violations import N_

PHRASES: dict[Phrase, str] = {
    # Translators: what players can say at the table, short and friendly.
    Phrase.HELLO: N_("Hello! 👋"),
    Phrase.GOOD_LUCK: N_("Good luck! 🍀"),
    Phrase.NICE_MOVE: N_("Nice move!"),
    Phrase.WELL_PLAYED: N_("Well played! 👏"),
    Phrase.LUCKY: N_("Lucky me! 😅"),
    Phrase.OH_NO: N_("Oh no! 😱"),
    Phrase.HURRY: N_("Your turn, I think?"),
    Phrase.ONE_MOMENT: N_("One moment, please."),
    Phrase.SORRY: N_("Sorry! 🙈"),
    Phrase.THANKS: N_("Thank you! ❤️"),
    Phrase.ONE_MORE: N_("One more match?"),
    Phrase.GOODBYE: N_("Goodbye! 👋"),
}


def phrases(language: Language) -> list[tuple[str, str]]:
    """Return the key and the words of all that can be said."""
    return [(phrase.value, language.gettext(words)) for phrase, words in PHRASES.items()]


def sayings_said(sayings: Sequence[Saying], seats: tuple[Seat, ...], language: Language) -> str:
    """Let the page of a table show what was said; it takes each away again by itself."""
    names = seat_names(seats, language)
    said = "".join(
        f'<p class="saying" data-seat="{saying.seat}">{face(names[saying.seat], saying.seat)}'
        f'<span class="unseen">{html(names[saying.seat])}: </span>'
        f"{html(language.gettext(PHRASES[saying.phrase]))}</p>"
        for saying in sayings
    )
    return f'<hx-partial hx-target="#sayings" hx-swap="beforeend">{said}</hx-partial>'

"""What the caller is called: the name that a form brings, and the one to propose in it."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from starlette.requests import HTTPConnection

from app.db import players
from app.names import clean_soon, nickname
from app.render.language import Language
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.limits import caller_address
from app.web.services import services


async def remembered_name(connection: HTTPConnection) -> str | None:
    """Return the caller's name, None where none was chosen."""
    player = cookie_player(connection)
    if player is None:
        return None
    return await services(connection).reader(partial(players.name_of, player=player))


async def keep_name(connection: HTTPConnection, typed: str | None) -> None:
    """Call the caller as they typed; an empty field leaves all as it is.

    Raises:
        Refused: as `call_oneself` does.
    """
    if typed and typed.strip():
        await call_oneself(connection, typed)


async def call_oneself(connection: HTTPConnection, typed: str) -> None:
    """Call the caller as they typed; a newcomer gets an identity to go with the name.

    Raises:
        Refused: it is no name for others to see; nothing has changed.
    """
    name = await clean_soon(typed)
    if name == await remembered_name(connection):
        return
    parts = services(connection)
    await parts.limits.check("names", caller_address(connection))
    player = await cookie_player_or_newcomer(connection)
    await parts.writer.run(partial(players.rename, player=player, name=name))
    await parts.rooms.renamed(player)


async def name_to_propose(
    connection: HTTPConnection, language: Language, taken: Collection[str] = ()
) -> str:
    """Return the caller's name; a newcomer's is a nickname that none of these has.

    Looking writes nothing down, not even a cookie: so a newcomer is told apart by address and
    browser, and two phones of one kind in one house only by what is taken.
    """
    if name := await remembered_name(connection):
        return name
    browser = f"{caller_address(connection)} {connection.headers.get('user-agent', '')}"
    return nickname(cookie_player(connection) or browser, language, taken)


async def name_to_sit_by(
    connection: HTTPConnection, language: Language, typed: str, taken: Collection[str] = ()
) -> str:
    """Return what was typed, or the caller's own name or a nickname where that is empty.

    A nickname that was only proposed, and that somebody at the table has by now, gives way to
    another: two phones of one kind in one house are proposed the same.
    """
    name = typed.strip()
    others = set(taken) - {name}
    if name and (name not in taken or name != await name_to_propose(connection, language, others)):
        return name
    return await name_to_propose(connection, language, taken)

"""The pages: the front page, the table and who the reader is, and the forms on them."""

from app.pages import daily, front, health, lobby, matches, me, rules, table

ROUTERS = (
    front.router,
    rules.router,
    me.router,
    health.router,
    lobby.router,
    daily.router,
    table.router,
    matches.router,
)

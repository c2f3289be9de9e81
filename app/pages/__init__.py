"""The pages: the front page, the table and who the reader is, and the forms on them."""

from app.pages import front, health, lobby, me, rules, table

ROUTERS = (
    front.router,
    rules.router,
    me.router,
    health.router,
    lobby.router,
    table.router,
)

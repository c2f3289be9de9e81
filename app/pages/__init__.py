"""The pages: the front page and the table, and the forms on them."""

from app.pages import front, health, lobby, rules, table

ROUTERS = (front.router, rules.router, health.router, lobby.router, table.router)

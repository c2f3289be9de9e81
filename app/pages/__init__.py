"""The pages: the front page and the table, and the forms on them."""

from app.pages import front, health, rules, table

ROUTERS = (front.router, rules.router, health.router, table.router)

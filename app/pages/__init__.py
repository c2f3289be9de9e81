"""The pages: the front page and the table, and the forms on them."""

from app.pages import front, health, table

ROUTERS = (front.router, health.router, table.router)

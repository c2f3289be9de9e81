"""The pages: the front page and the table, and the forms on them."""

from app.pages import front, table

ROUTERS = (front.router, table.router)

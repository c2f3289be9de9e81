"""The table's socket for browsers: regions of html out, moves in."""

from app.sockets import table

ROUTERS = (table.router,)

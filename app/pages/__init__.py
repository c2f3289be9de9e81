"""The pages: the front page, the table and who the reader is, and the forms on them."""

from fastapi.routing import APIRoute

from app.pages import (
    circles,
    daily,
    front,
    health,
    leaderboards,
    lobby,
    matches,
    me,
    open_record,
    previews,
    rules,
    table,
)

ROUTERS = (
    front.router,
    rules.router,
    me.router,
    health.router,
    lobby.router,
    previews.router,  # before daily, which would take a picture for a key
    daily.router,
    leaderboards.router,
    circles.router,
    table.router,
    open_record.router,  # before matches, which would take "open" for a link
    matches.router,
)

# FastAPI, unlike Starlette, lets HEAD be refused where GET is answered.
for _router in ROUTERS:
    for _route in _router.routes:
        if isinstance(_route, APIRoute) and _route.methods and "GET" in _route.methods:
            _route.methods.add("HEAD")

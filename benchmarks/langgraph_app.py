"""The same turn as a LangGraph graph that keeps its state in PostgreSQL, under a bare Starlette.

`uvicorn langgraph_app:application` in an environment that has the dependency group `bench`, with DATABASE_URL
and OPENAI_BASE_URL. A keyword chooses the specialist, the specialist asks the model; the checkpointer
writes after each step.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

model = ChatOpenAI(
    model="slow", base_url=os.environ["OPENAI_BASE_URL"], api_key="none", max_retries=0, streaming=True
)
SPECIALISTS = {"fatura": "billing", "pedido": "orders"}


async def specialist(state: MessagesState) -> dict[str, Any]:
    """Asks the model with the specialist's prompt."""
    return {"messages": [await model.ainvoke([SystemMessage("You answer."), *state["messages"]])]}


def route(state: MessagesState) -> str:
    """The specialist whose keyword is in the last message."""
    words = str(state["messages"][-1].content).lower().split()
    return next((name for word, name in SPECIALISTS.items() if word in words), "orders")


def build() -> StateGraph:
    graph = StateGraph(MessagesState)
    for name in SPECIALISTS.values():
        graph.add_node(name, specialist)
        graph.add_edge(name, END)
    graph.add_conditional_edges(START, route, list(SPECIALISTS.values()))
    return graph


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    kwargs = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    async with AsyncConnectionPool(os.environ["DATABASE_URL"], max_size=8, kwargs=kwargs, open=False) as pool:
        saver = AsyncPostgresSaver(pool)
        await saver.setup()
        app.state.graph = build().compile(checkpointer=saver)
        yield


async def message(request: Request) -> JSONResponse:
    asked = await request.json()
    config = {"configurable": {"thread_id": asked["session_id"]}}
    state = await request.app.state.graph.ainvoke({"messages": [HumanMessage(asked["text"])]}, config)
    return JSONResponse({"answer": state["messages"][-1].content})


async def health(_request: Request) -> JSONResponse:
    return JSONResponse({})


application = Starlette(
    routes=[Route("/message", message, methods=["POST"]), Route("/healthz", health)], lifespan=lifespan
)

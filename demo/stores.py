"""PostgreSQL and Redis of this machine, for `make run-full`.

Found, and the database made when it is missing.
"""

import os

import psycopg
import redis
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from demo.prepare import refuse

DATABASE = "postgres://postgres@127.0.0.1:5432/switchboard"
REDIS = "redis://127.0.0.1:6379/0"
SECONDS = 3


def find_stores() -> dict[str, str]:
    """The environment that names both; ends with a sentence when one does not answer."""
    broker = _redis()
    return {
        "DATABASE_URL": _database(),
        "REDIS_URL": broker,
        "CELERY_BROKER_URL": os.environ.get("CELERY_BROKER_URL") or broker,
    }


def _database() -> str:
    given = os.environ.get("DATABASE_URL", "")
    if given and not given.startswith(("postgres://", "postgresql://")):
        refuse("DATABASE_URL does not name PostgreSQL: unset it to use that of this machine, or correct it.")
    address = given or DATABASE
    try:
        try:
            psycopg.connect(address, connect_timeout=SECONDS).close()
        except psycopg.OperationalError:  # perhaps only because it is not there yet
            name = str(conninfo_to_dict(address).get("dbname") or "switchboard")
            server = psycopg.connect(address, dbname="postgres", connect_timeout=SECONDS, autocommit=True)
            with server:
                if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                    raise
                server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
                print(f"Made the database {name}.", flush=True)
    except psycopg.Error as error:
        reason = (str(error).strip().splitlines() or ["no reason given"])[0]
        where = "in DATABASE_URL" if given else "on port 5432 of this machine"
        refuse(f"PostgreSQL {where} does not work ({reason}): start it, or name another in DATABASE_URL.")
    return address


def _redis() -> str:
    given = os.environ.get("REDIS_URL", "")
    address = given or REDIS
    try:
        redis.Redis.from_url(address, socket_connect_timeout=SECONDS, socket_timeout=SECONDS).ping()
    except (redis.RedisError, ValueError) as error:
        where = "in REDIS_URL" if given else "on port 6379 of this machine"
        refuse(f"Redis {where} does not answer ({error}): start it, or name another in REDIS_URL.")
    return address

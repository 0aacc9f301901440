"""What is told about the running product to those who look from outside: traces, metrics, logs, errors.

Nothing here knows what a turn is; `routing.turns.observing` says it in these words. All of it is off, and
costs nothing, until the environment names where it goes (docs/operations/observability.md).
"""

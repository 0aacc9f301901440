"""The database's engine: Django's own for PostgreSQL, watched."""

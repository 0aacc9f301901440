"""Passages by their words.

SQLite's FTS5 or PostgreSQL's full text, over terms that are stemmed before they get here.

Both hold one row a passage beside its own, and are asked for any of the question's words; what is found is
ranked anew by `ranking`, alike for both.
"""

from collections.abc import Iterable, Sequence

from django.db import connection

TABLE = "agents_passage_terms"
CREATE = {
    "sqlite": (
        (
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {TABLE} USING fts5(terms, tokenize='unicode61 "
            "remove_diacritics 0')"
        ),
    ),
    "postgresql": (
        f"CREATE TABLE IF NOT EXISTS {TABLE} "
        "(rowid bigint PRIMARY KEY REFERENCES agents_passage ON DELETE CASCADE, terms tsvector)",
        f"CREATE INDEX IF NOT EXISTS {TABLE}_gin ON {TABLE} USING gin (terms)",
    ),
}
INSERT = {
    "sqlite": "INSERT OR REPLACE INTO agents_passage_terms (rowid, terms) VALUES (%s, %s)",
    "postgresql": "INSERT INTO agents_passage_terms (rowid, terms) VALUES (%s, to_tsvector('simple', %s)) "
    "ON CONFLICT (rowid) DO UPDATE SET terms = excluded.terms",
}
# PostgreSQL ranks what matches, then asks in that order for each one's document until enough may be seen.
# OFFSET 0 keeps it from joining all passages with all documents, which until both are analysed it believes to
# be the shorter way (1.4 s of 100 000 passages).
SEARCH = {
    "sqlite": f"SELECT p.id FROM {TABLE} t JOIN agents_passage p ON p.id = t.rowid "  # noqa: S608
    f"JOIN agents_document d ON d.id = p.document_id WHERE {TABLE} MATCH %s AND ({{where}}) "
    "ORDER BY t.rank LIMIT {most}",
    "postgresql": "WITH t AS MATERIALIZED "  # noqa: S608
    f"(SELECT t.rowid AS id FROM to_tsquery('simple', %s) q, {TABLE} t WHERE t.terms @@ q "
    "ORDER BY ts_rank(t.terms, q, 1) DESC) "
    "SELECT t.id FROM t, LATERAL (SELECT document_id FROM agents_passage WHERE id = t.id OFFSET 0) p "
    "WHERE p.document_id = ANY (ARRAY(SELECT d.id FROM agents_document d WHERE {where})) LIMIT {most}",
}


def create(**_about: object) -> None:
    """Makes the table, which is of the database's own kind and no model's; after each migration."""
    with connection.cursor() as cursor:
        for statement in CREATE[connection.vendor]:
            cursor.execute(statement)


def add(rows: Iterable[tuple[int, str]]) -> None:
    """Indexes passages: their ids, and their terms between spaces."""
    with connection.cursor() as cursor:
        cursor.executemany(INSERT[connection.vendor], list(rows))


def remove(passages: Sequence[int]) -> None:
    """Forgets passages."""
    with connection.cursor() as cursor:
        for start in range(0, len(passages), 500):
            some = passages[start : start + 500]
            marks = ", ".join(["%s"] * len(some))
            cursor.execute(f"DELETE FROM {TABLE} WHERE rowid IN ({marks})", list(some))  # noqa: S608


def compact() -> None:
    """Writes SQLite's index anew.

    Until it is merged by itself, terms of removed passages stay in its blocks.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {TABLE}({TABLE}) VALUES ('optimize')")  # noqa: S608


def search(terms: Sequence[str], where: str, given: Sequence[str | int], most: int) -> list[int]:
    """The passages that have any of the terms, the best first, at most `most` of them.

    `where` is a condition on `d`, the document, with its parameters in `given`.
    """
    if not terms:
        return []
    sqlite = connection.vendor == "sqlite"
    expression = (" OR " if sqlite else " | ").join(f'"{term}"' if sqlite else f"'{term}'" for term in terms)
    question = SEARCH[connection.vendor].format(where=where, most=int(most))
    with connection.cursor() as cursor:
        cursor.execute(question, [expression, *given])
        return [row[0] for row in cursor.fetchall()]


def terms_of(passages: Sequence[int]) -> dict[int, frozenset[str]]:
    """The terms of passages, by id."""
    column = "terms" if connection.vendor == "sqlite" else "array_to_string(tsvector_to_array(terms), ' ')"
    marks = ", ".join(["%s"] * len(passages))
    with connection.cursor() as cursor:
        if passages:
            query = f"SELECT rowid, {column} FROM {TABLE} WHERE rowid IN ({marks})"  # noqa: S608
            cursor.execute(query, list(passages))
            return {row[0]: frozenset(row[1].split()) for row in cursor.fetchall()}
    return {}

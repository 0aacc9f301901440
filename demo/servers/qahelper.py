"""QAHelper's tools: a calm voice, e-mail, summaries and spreadsheets.

E-mail goes out by the backend that `EMAIL_URL` names (the console when it names none); workbooks are offered
for download by this process, under `DEMO_QAHELPER_PUBLIC_URL` where people reach it by another address.
"""

from pathlib import Path
from typing import Annotated, Any

import environ
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from pydantic import Field

from demo.servers import feelings, letters, mailing, serve, spreadsheet, summary
from demo.servers.data import read
from demo.servers.kept_files import KeptFiles, public_site

server: MCPServer[Any] = MCPServer("qahelper", log_level="ERROR")
files = KeptFiles()
ROOT = Path(__file__).resolve().parents[2]
PORT = 8500
SENDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)
Text = Annotated[str, Field(max_length=32_000)]
WORDS: dict[str, dict[str, str]] = read("qahelper")
PASTE = {"paste": WORDS["paste"]}


@server.tool(annotations=serve.READS)
def calm_down_user(message: Text) -> dict[str, Any]:
    """What to say to somebody who is upset, by how upset they are (calm, upset, angry)."""
    tone = feelings.tone(message)
    return {"level": tone.level, "words": feelings.CALMING[tone.level]}


@server.tool(annotations=serve.READS)
def warn_or_ban_user(message: Text) -> dict[str, Any]:
    """The measure an insult or a threat calls for: none, warn, propose_ban. Nobody is ever banned here."""
    return feelings.measure(message)


@server.tool(annotations=serve.READS)
def draft_email(request: Text, to: str = "", subject: str = "", body: str = "") -> dict[str, Any]:
    """Drafts an e-mail from the wish for one, or changes the draft that is given with it; nothing is sent.

    The alias in older texts: draft_professional_email."""
    if body.strip():
        changed = letters.revise(subject, body, request)
        if changed is None:
            return {"unclear": WORDS["unclear"], "subject": "", "body": ""}
        return {"to": to.strip(), "subject": changed.subject, "body": changed.body}
    made = letters.draft(request)
    drafted = {"to": to.strip(), "subject": made.subject, "body": made.body}
    return {**drafted, "hint": WORDS["say_what"]} if made.empty else drafted


@server.tool(annotations=serve.READS)
def summarize_email(email: Text) -> dict[str, Any]:
    """What a pasted e-mail says, in at most three sentences, and its subject."""
    subject, points = letters.points(summary.text_of(email))
    return {"subject": subject, "points": " ".join(points).rstrip(".")} if points else dict(PASTE)


@server.tool(annotations=SENDS)
def send_email(to: str, subject: str, body: str) -> dict[str, Any]:
    """Sends an e-mail to one recipient, now. Only after a yes to exactly this e-mail."""
    sent = mailing.send(to, subject, body)
    why = mailing.PROBLEMS.get(sent.problem, {})
    outcome = {
        language: text.format(to=sent.to, why=why.get(language, ""))
        for language, text in WORDS["sent" if sent.status == "success" else "not_sent"].items()
    }
    return {**sent.as_json(), "outcome": outcome}


@server.tool(annotations=serve.READS)
def summarize_text(text: Text) -> dict[str, Any]:
    """The sentences of a text that say most, at most three; insults are left out."""
    points = summary.shorten(summary.text_of(text))
    return {"points": " ".join(points).rstrip(".")} if points else dict(PASTE)


@server.tool(annotations=serve.READS)
def generate_excel_from_data(data: Text) -> dict[str, Any]:
    """A table pasted as text (CSV: one row a line) as an .xlsx workbook to download, for an hour."""
    try:
        rows = spreadsheet.table_in(data)
    except spreadsheet.NoTable as error:
        most = {"rows": spreadsheet.MOST_ROWS, "columns": spreadsheet.MOST_COLUMNS}
        return {"problem": {name: text.format(**most) for name, text in WORDS[error.code].items()}}
    address = files.keep("datos.xlsx", spreadsheet.workbook(rows))
    return {"url": address, "rows": len(rows) - 1, "columns": max(map(len, rows))}


def main() -> None:
    """Serves until it is stopped."""
    environ.Env.read_env(ROOT / ".env")
    mailing.configure()
    server.custom_route("/files/{token}/{name}", ["GET"])(files.answer)
    serve.serve(
        server, PORT, listening=lambda port: setattr(files, "site", public_site(f"http://127.0.0.1:{port}"))
    )


if __name__ == "__main__":
    main()

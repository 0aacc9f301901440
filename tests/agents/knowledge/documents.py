"""Real files of every format, made for tests."""

import io
import zipfile
from collections.abc import Sequence

from docx import Document as WordDocument
from openpyxl import Workbook
from pptx import Presentation


def pdf(pages: Sequence[str], encrypted: bool = False) -> bytes:
    """A PDF with a line of text on each page."""
    fonts = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    parts = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        fonts,
    ]
    for place, text in enumerate(pages):
        words = text.replace("(", r"\(").replace(")", r"\)")
        content = f"BT /F1 12 Tf 72 720 Td ({words}) Tj ET"
        parts.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * place} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        parts.append(f"<< /Length {len(content.encode('cp1252'))} >>\nstream\n{content}\nendstream")
    made, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{part}\nendobj\n".encode("cp1252")
    start = len(made)
    made += f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n".encode()
    made += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    lock = f"<{'00' * 32}>"
    locked = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O {lock} /U {lock} /P -4 >> /ID [<00> <00>]"
    trailer = f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R {locked if encrypted else ''} >>"
    return made + f"{trailer}\nstartxref\n{start}\n%%EOF".encode()


def docx() -> bytes:
    made = WordDocument()
    made.add_heading("Trocas", 1)
    made.add_paragraph("Um aparelho com defeito é trocado em até sete dias.")
    table = made.add_table(2, 2)
    for row, values in zip(table.rows, (("Plano", "Preço"), ("Família", "R$ 99,90")), strict=True):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    return _saved(made.save)


def pptx() -> bytes:
    shown = Presentation()
    for title, text in (("Welcome", "Offices open at nine."), ("Holidays", "Ask two weeks before.")):
        slide = shown.slides.add_slide(shown.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
    return _saved(shown.save)


def xlsx() -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = "Prices"
    for row in (("Plan", "Price"), ("Family", 99.9)):
        sheet.append(row)
    return _saved(book.save)


def bomb() -> bytes:
    """An office file of a few hundred kilobytes that unpacks to 300 MB."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
        with packed.open("word/document.xml", "w", force_zip64=True) as part:
            for _ in range(300):
                part.write(b" " * 2**20)
    return made.getvalue()


def _saved(save) -> bytes:
    made = io.BytesIO()
    save(made)
    return made.getvalue()

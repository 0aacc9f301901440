"""A person with a mouse: everything they press or go to is counted."""

from typing import Any


class Mouse:
    """Clicks and types on a page; `clicks` counts buttons, links, choices and fields alike."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.clicks = 0

    def press(self, what: Any) -> None:
        """Clicks something (a locator, or a selector of one thing)."""
        self._of(what).click()
        self.clicks += 1

    def write(self, what: Any, text: str) -> None:
        """Clicks into a field and types; a field that has the focus already needs no click."""
        field = self._of(what)
        if not field.evaluate("field => document.activeElement === field"):
            self.press(field)
        self.page.keyboard.insert_text(text)

    def paste(self, what: Any, text: str) -> None:
        """Clicks into a field and pastes what was copied elsewhere."""
        field = self._of(what)
        if not field.evaluate("field => document.activeElement === field"):
            self.press(field)
        field.evaluate(
            """(field, text) => {
                const data = new DataTransfer();
                data.setData("text", text);
                field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true,
                cancelable: true}));
            }""",
            text,
        )

    def _of(self, what: Any) -> Any:
        return self.page.locator(what) if isinstance(what, str) else what

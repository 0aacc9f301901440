"""The application as `make dev` runs it: in a child process that must not outlive the one that reloads it."""

from config.asgi import application
from demo.parent import end_with_parent

end_with_parent()

__all__ = ["application"]

"""The application in a child of its server, which reloads or multiplies it: it must not outlive that one."""

from config.asgi import application
from demo.servers.at_once import end_with_parent

end_with_parent()

__all__ = ["application"]

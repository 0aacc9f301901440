from tests.studio.conftest import acme

__all__ = ["acme"]

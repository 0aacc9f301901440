"""A web server that ends at once when it is asked to stop."""

import os
from typing import Any

import uvicorn


class AtOnce(uvicorn.Server):
    """Nothing here outlives the process, so there is nothing to wait for."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        os._exit(0)

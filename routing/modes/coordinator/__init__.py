"""Mode `coordinator`: one voice that calls specialists in."""

"""Parts that tests are built from: rows put back, the demo worlds, their tool servers."""

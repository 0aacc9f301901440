"""Parts that tests are built from: rows put back, the demo world, a model over HTTP."""

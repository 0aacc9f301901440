"""The investors' desk of seed 002: goals and plans over two domains that describe themselves."""

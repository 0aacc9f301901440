"""The investors' desk: goals and plans over two domains that describe themselves."""

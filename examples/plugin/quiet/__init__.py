"""An example of a plugin: one of everything that a package may add. Each file is one of them."""

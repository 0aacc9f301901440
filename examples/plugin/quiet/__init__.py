"""An example of a plugin: answers do not shout, and are scored by how short they are."""

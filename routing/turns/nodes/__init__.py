"""The nodes that several modes walk."""

"""The nodes that several modes walk, one file each."""

"""Documents: reading, indexing, finding."""

"""Pages that are no admin pages."""

"""Which backend serves a session: rules, a model, or both, and sticky."""

"""The doors: they parse, ask the engine, and shape the answer. No rule lives here."""

"""The offline model: answers with no model configured, from messages and the release slice alone."""

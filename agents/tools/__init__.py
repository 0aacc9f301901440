"""Tools: MCP servers and their sessions, where arguments come from, the built-in signals."""

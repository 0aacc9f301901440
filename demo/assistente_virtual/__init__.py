"""The virtual assistant: a coordinator in front of two specialists of TechSolutions Brasil."""

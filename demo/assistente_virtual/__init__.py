"""The virtual assistant of seed 001: a coordinator in front of two specialists of TechSolutions Brasil."""

"""The routing graph: nodes and edges as data, and the stage they play on."""

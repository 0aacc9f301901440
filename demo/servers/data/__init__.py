"""What the demo's companies know: a handful of customers by hand, the rest made by rule, always the same."""

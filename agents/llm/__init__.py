"""Models: one small interface, one file a provider, and the offline model."""

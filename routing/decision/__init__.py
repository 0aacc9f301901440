"""The decision tiers: one file a tier, alike; the first that is sure wins, each explains itself."""

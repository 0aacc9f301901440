"""What a plan asks its user, and how a message answers."""

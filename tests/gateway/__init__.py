"""The gateway: which backend a message goes to, and what happens to it on the way."""

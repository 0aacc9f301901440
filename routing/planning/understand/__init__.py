"""What a message wants, by what manifests say: goals, names, references to earlier words."""

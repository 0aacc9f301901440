"""What business users write about who answers: rows, their words, checks, and their part of a release."""

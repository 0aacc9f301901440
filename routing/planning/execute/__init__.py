"""Steps carried out by domains, and what is said of what came of them."""

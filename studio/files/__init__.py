"""A company's configuration as YAML files (seed 000's form): read into its draft, and written from it."""

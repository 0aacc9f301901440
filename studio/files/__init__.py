"""The configuration format: a company's draft as YAML files, read into it and written from it."""

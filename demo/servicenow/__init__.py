"""The consultancy of seed 003: three specialists for ServiceNow, and a small made-up instance."""

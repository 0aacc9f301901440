"""The consultancy: three specialists for ServiceNow, and a small made-up instance."""

"""Goals, plans and domains: what a message wants becomes a plan of steps that domains carry out."""

"""Goals, plans and domains (seed 002): what a message wants becomes a plan of steps that domains carry out."""

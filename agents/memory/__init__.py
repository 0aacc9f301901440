"""What is remembered of a user: learnt in turns (`learning`, `tools`), told to models as data (`telling`).

The rows are `conversations.models.UserFact`: the first visit of a turn reads them, its last one writes what
was learnt.
"""

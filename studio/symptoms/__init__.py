"""What people say when something is wrong, and for each the looks that find out why.

A symptom is a line of `catalogue.SYMPTOMS`; a look is a function of `LiveCompany` that yields what it found.
"""

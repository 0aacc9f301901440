"""What a domain says of itself: fetched, checked, compared, approved, and made a part of a release."""

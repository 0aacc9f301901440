"""Web pages as documents: fetched by a job through the one way out, read again by a schedule.

`fetching` gets one address, `robots` says whether a site allows it, `crawling` walks from a page or a
sitemap, and `sources` keeps what it meets as documents of a collection.
"""

"""Pages about one's own account: joining a company by a link, a forgotten password."""

"""Mode `supervised`: one specialist after the other until all is done."""

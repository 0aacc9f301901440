"""Mode `supervised`: one specialist after the other, sent by its supervisor; at once is mode `supervisor`."""

"""OAuth of tool servers: where one lets people sign in, what a sign-in leaves, and the token of each request.

`discovery` finds the authorization server, `sign_in` begins and ends a sign-in, `token_requests` asks for
tokens, `tokens` keeps them fresh, `bearer` puts one on each request. What a request or an answer means is the
MCP SDK's (`mcp.client.auth`); every one of them goes through the outgoing policy.
"""

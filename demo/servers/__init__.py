"""The demo's tool servers: three small companies behind MCP, each one command.

python -m demo.servers.telecom --port 8100
"""

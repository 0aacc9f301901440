"""What the wire of a socket tells its door.

A server reads its wire before Django is set up: nothing is imported here.
"""

LEAVE = "websocket.leave"  # this process is told to stop

"""One file a node: `async def run(context, stage) -> changes`."""

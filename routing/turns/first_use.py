"""What a process's first messages would otherwise import and read, while everybody's turns wait for it."""

from importlib import import_module

from agents import amounts
from agents.guardrails import personal_labels, read_aloud
from language import day_names
from outbound import policy

# What libraries import when they are first used. A message under a release that calls models needs more of
# it: `agents.llm.choose.prepare`.
MODULES = (
    "agents.tools.open_session",  # the MCP SDK: 0.7 s
    "anyio._backends._asyncio",
    "cryptography.hazmat.primitives.ciphers.aead",
    "encodings.ascii",
    "encodings.rot_13",
    "langchain_core.messages.block_translators.langchain_v0",
    "langchain_core.tracers.context",
    "langchain_core.tracers.langchain",  # for a model that is called: 0.5 s
    "langchain_core.tracers.run_collector",
    "langchain_core.tracers.stdout",
    "langsmith.run_helpers",
    "tenacity",
)


def load() -> None:
    """Imports and reads it: seconds, for which a thread is the place."""
    for name in MODULES:
        import_module(name)
    personal_labels.warm()
    read_aloud.warm()
    day_names.warm()
    amounts.warm()
    policy.warm()

"""Who gets what at every door for keys and tokens. A route that is in no table fails the matrix test.

`DOORS` are for keys and tokens, `SIGNED` for channels, `OPEN` for everybody.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.tenancy.rules import FIGURES, RECORD


@dataclass(frozen=True)
class Knock:
    """One request to a door. `names` the company in it; otherwise the object in the address is acme's.

    The owner is a key of the company with every scope, `user` another user of the same company with what
    a session token has (chat, sessions). Cookies never count: staff get what strangers get.
    """

    method: str = "GET"
    args: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    names: bool = True
    user: str = "in"
    foreign: str = "404"
    people: frozenset[str] | None = None  # None: cookies do not count
    owner: str = "in"  # a status where what is asked for has nothing to act on

    def expected(self, caller: str) -> str:
        if caller == "owner":
            return self.owner
        if caller == "other_user":
            return self.user
        if caller == "foreign_key":
            return self.foreign
        if self.people is None or caller == "anonymous":
            return "401"
        return "in" if caller in self.people or caller == "rival" else "403"


SAID = {"message": "oi", "user_id": "u1"}
GATEWAY = {"payload": {"text": "oi", "user_id": "u1"}}
COMPLETION = {"model": "telecom_contas", "messages": [{"role": "user", "content": "oi"}]}
RESPONSE = {"model": "telecom_contas", "input": "oi", "previous_response_id": "RESPONSE"}
CONVERSATION = {"conversation_id": "CONVERSATION"}
KEY = {"conversation_key": "KEY"}
SECOND = {"conversation_key": "SECOND"}
TURN = {"turn_id": "TURN"}
FILES = {"files": {"slots.yaml": "slots: {}"}}
FLAG = {"key": "multi_agent"}
SPECIALIST = {"name": "billing_agent"}
PROMPT = {"system_prompt": "You explain invoices."}
SWITCH = {"kind": "judge", "name": "tone"}


def theirs(method: str, args: dict[str, str], body: dict[str, Any] | None = None) -> Knock:
    """About a conversation of user u1: for everybody else it does not exist."""
    return Knock(method, args, body or {}, names=False, user="404")


def scoped(
    method: str = "GET", body: dict[str, Any] | None = None, args: dict[str, str] | None = None
) -> Knock:
    """Needs a scope that an end user's token does not have."""
    return Knock(method, args or {}, body or {}, user="403")


# In this order: what ends a conversation comes last.
DOORS: dict[str, tuple[Knock, ...]] = {
    "chat-message": (Knock("POST", body=SAID), theirs("POST", {}, SAID | CONVERSATION)),
    "chat-multi-agent-message": (scoped("POST", SAID),),
    "chat-conversations": (Knock(),),
    "chat-session": (scoped("POST", {"user_id": "u1"}),),
    "turn-feedback": (theirs("PUT", TURN, {"value": "helpful"}), theirs("DELETE", TURN)),
    "turn": (theirs("GET", TURN),),
    "turn-stop": (theirs("POST", TURN),),
    "gateway-message": (Knock("POST", body=GATEWAY),),
    "gateway-message-sse": (Knock("POST", body=GATEWAY),),
    "gateway-events": (theirs("GET", KEY),),
    "channel-message": (Knock("POST", {"channel": "web"}, GATEWAY),),
    "openai-completions": (Knock("POST", body=COMPLETION, names=False, foreign="404"),),
    "openai-responses": (theirs("POST", {}, RESPONSE),),
    "openai-response": (theirs("GET", {"response_id": "RESPONSE"}),),
    "openai-models": (Knock(names=False, foreign="in"),),
    "openai-model": (Knock(args={"model": "telecom_contas"}, names=False),),
    "session-person": (Knock("DELETE", KEY, names=False, user="404", owner="409"),),  # nobody waits
    "session-checkpoint": (theirs("GET", KEY),),
    "session-messages": (theirs("GET", KEY), theirs("DELETE", KEY)),
    "agents": (Knock(),),
    "backends": (Knock(),),
    "backends-health": (scoped(),),
    "debug-sessions": (scoped(),),
    "debug-route": (scoped("POST", GATEWAY),),
    "debug-identity": (scoped("POST", GATEWAY),),
    "debug-usage": (scoped(),),
    "debug-env": (scoped(),),
    "debug-mcp-tools": (scoped(),),
    "debug-mcp-call": (scoped("POST", args={"tool": "consultar_pedido"}),),
    "health": (Knock(),),
    "analytics-handoffs": (Knock(user="403", people=FIGURES),),
    "analytics-turns": (Knock(user="403", people=FIGURES),),
    "analytics-tools": (Knock(user="403", people=FIGURES),),
    "analytics-delegations": (Knock(user="403", people=FIGURES),),
    "analytics-guardrails": (Knock(user="403", people=FIGURES),),
    "analytics-backends": (Knock(user="403", people=FIGURES),),
    "analytics-costs": (Knock(user="403", people=FIGURES),),
    "analytics-conversations": (Knock(user="403", people=RECORD),),
    "program-files": (scoped(),),
    "program-channels": (scoped(),),
    "program-channel-secret": (Knock("POST", {"name": "none"}, user="403", owner="404"),),
    "program-plan": (scoped("POST", FILES),),
    "program-import": (scoped("POST", FILES),),
    "program-releases": (scoped(), scoped("POST")),
    "program-draft": (scoped(),),
    "program-restore": (scoped(args={"number": "1"}), scoped("POST", args={"number": "1"})),
    "program-job": (scoped(args={"job_id": "JOB"}),),
    "program-forget": (scoped("POST", {"user_id": "u9"}),),
    "program-export": (scoped("POST", {"user_id": "u9"}),),
    "program-receipt": (scoped(args={"receipt": "RECEIPT"}),),
    "program-audit": (scoped(),),
    "program-audit-verify": (scoped(),),
    "program-flags": (scoped(),),
    "program-flag": (scoped(args=FLAG), scoped("PUT", {"percentage": 100}, FLAG)),
    "program-flag-users": (scoped(args=FLAG), scoped("PUT", {"inside": ["u9"]}, FLAG)),
    "program-switches": (scoped(),),
    "program-team-rollout": (scoped(), scoped("PUT", {"percentage": 100})),
    "program-team-users": (scoped(),),
    "program-team-user": (scoped("PUT", {"enabled": True}, {"user_id": "u8"}),),
    "program-team-override": (scoped("DELETE", args={"user_id": "u8"}),),
    "program-team-prompts": (scoped(),),
    "program-team-prompt": (scoped(args=SPECIALIST), scoped("PUT", PROMPT, SPECIALIST)),
    "program-team-prompt-reset": (scoped("POST", args=SPECIALIST),),
    "program-switch": (scoped("PUT", args=SWITCH), scoped("DELETE", args=SWITCH)),
    "chat-conversation": (theirs("GET", CONVERSATION), theirs("DELETE", CONVERSATION)),
    "session": (theirs("GET", SECOND), theirs("DELETE", SECOND)),
}

# Doors of channels, which prove themselves by a secret of their own: nobody's key or cookie opens them.
SIGNED = ("channel-webhook", "channel-telegram")
OPEN = ("healthz", "readyz")  # for everybody: what a load balancer asks

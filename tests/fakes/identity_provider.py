"""An OpenID Connect provider on a real port.

Discovery, authorization with PKCE, token, keys, user information.
"""

import base64
import hashlib
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

CLIENT, SECRET = "switchboard", "hush-hush"


class IdentityProvider:
    """A context manager; `issuer` is its address. Whoever `person` says is the one who signs in there.

    with IdentityProvider() as provider: provider.person = {"sub": "7", "email": "ana@example.com",
        "email_verified": True, "groups": ["staff"]}
    """

    def __init__(self) -> None:
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.provider = self
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.person: dict[str, Any] = {}
        self.audience = CLIENT  # whom the token is for
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.signs_with: rsa.RSAPrivateKey | None = None  # where it is not its own key
        self.token_says: dict[str, Any] = {}  # in place of what it should
        self.codes: dict[str, dict[str, str]] = {}  # code -> what it was asked with
        self.asked: list[str] = []  # paths

    def __enter__(self) -> "IdentityProvider":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def settings(self, settings: Any) -> None:
        """Makes it the provider of this installation."""
        settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID = self.issuer, CLIENT
        settings.OIDC_CLIENT_SECRET, settings.OIDC_NAME = SECRET, "Example Login"

    def authorize(self, address: str) -> str:
        """What the browser is sent back to, when it is sent to `address` and the person says yes."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = secrets.token_urlsafe(12)
        self.codes[code] = asked
        return asked["redirect_uri"] + "?" + urlencode({"code": code, "state": asked["state"]})

    def token(self, given: dict[str, str]) -> dict[str, Any] | None:
        """The answer to a code that is shown by who asked for it; None where it is not."""
        asked = self.codes.pop(given.get("code", ""), None)
        if asked is None or (given.get("client_id"), given.get("client_secret")) != (CLIENT, SECRET):
            return None
        proof = hashlib.sha256(given.get("code_verifier", "").encode()).digest()
        if base64.urlsafe_b64encode(proof).rstrip(b"=").decode() != asked["code_challenge"]:
            return None
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": self.audience, "iat": now, "exp": now + 60, **self.person}
        claims = {"nonce": asked.get("nonce", ""), **claims, **self.token_says}
        signed = jwt.encode(claims, self.signs_with or self.key, "RS256", {"kid": "one"})
        return {"access_token": "at-1", "token_type": "Bearer", "expires_in": 60, "id_token": signed}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    provider: IdentityProvider


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        provider, path = self.server.provider, urlsplit(self.path).path
        provider.asked.append(path)
        if path == "/authorize":
            self.send_response(302)
            self.send_header("Location", provider.authorize(self.path))
            self.end_headers()
        elif path == "/userinfo" and self.headers["Authorization"] != "Bearer at-1":
            self._say(401, {})
        else:
            answers = {
                "/.well-known/openid-configuration": self._discovery,
                "/jwks": self._keys,
                "/userinfo": lambda: provider.person,
            }
            self._say(200, answers[path]()) if path in answers else self._say(404, {})

    def do_POST(self) -> None:
        provider = self.server.provider
        provider.asked.append(self.path)
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        made = provider.token({name: values[0] for name, values in parse_qs(body).items()})
        self._say(200, made) if made else self._say(400, {"error": "invalid_grant"})

    def _discovery(self) -> dict[str, Any]:
        issuer = self.server.provider.issuer
        named = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        return {
            "issuer": issuer,
            "jwks_uri": f"{issuer}/jwks",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            **{f"{name}_endpoint": f"{issuer}/{path}" for name, path in named.items()},
        }

    def _keys(self) -> dict[str, Any]:
        public = RSAAlgorithm.to_jwk(self.server.provider.key.public_key(), as_dict=True)
        return {"keys": [{**public, "kid": "one", "use": "sig", "alg": "RS256"}]}

    def _say(self, status: int, said: Any) -> None:
        sent = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *args: Any) -> None: ...

"""Settings of the stream that events are written to: any broker that speaks Kafka's protocol.

Whoever runs the installation names it; companies choose what they are told of. Part of `config.settings`,
which has read `.env` before.
"""

import environ

_env = environ.Env()

# host:port, several with commas; empty: no stream.
KAFKA_BOOTSTRAP_SERVERS = _env.list("KAFKA_BOOTSTRAP_SERVERS", default=[])
KAFKA_SECURITY_PROTOCOL = _env.str("KAFKA_SECURITY_PROTOCOL", "SASL_SSL")
KAFKA_SASL_MECHANISM = _env.str("KAFKA_SASL_MECHANISM", "PLAIN")
KAFKA_USERNAME = _env.str("KAFKA_USERNAME", "")
KAFKA_PASSWORD = _env.str("KAFKA_PASSWORD", "")
KAFKA_TOPIC = _env.str("KAFKA_TOPIC", "switchboard-events")  # {company} in it: one topic a company

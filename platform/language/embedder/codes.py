"""Why there are no vectors, as codes for programs."""

NO_ANSWER = "embeddings_no_answer"
REFUSED = "embeddings_refused"
FORBIDDEN = "embeddings_forbidden"
UNREADABLE = "embeddings_unreadable"
SIZES = "embeddings_sizes"
RESTING = "embeddings_resting"
UNASKED = "embeddings_unasked"

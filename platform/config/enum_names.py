"""What the OpenAPI document calls lists of choices that it would name after one field alone."""

NAMES = {
    "ModeEnum": "routing.turns.mode.MODES",
    "JobStatusEnum": "work.models.Job.Statuses",
    "FeedbackValueEnum": "conversations.models.Feedback.Values",
    "DraftChangeEnum": ["added", "changed", "removed"],
    "ImportNoteEnum": ["unknown", "left", "taken", "word", "waits"],
    "LearningStateEnum": ["learnt", "unpublished", "few", "missing", "bare"],
}

"""Mode `single`: the one generalist, for users outside the rollout."""

from routing.modes import router

TABLE = router.TABLE  # the decision names the single agent; everything else is the same

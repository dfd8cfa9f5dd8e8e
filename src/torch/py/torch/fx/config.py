"""Options of tracing."""

disable_progress = True
verbose_progress = False

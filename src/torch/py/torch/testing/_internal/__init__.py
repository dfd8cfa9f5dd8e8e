"""Inner helpers of tests: not modelled."""

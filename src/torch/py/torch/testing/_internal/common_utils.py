"""Inner helpers of tests: not modelled."""

TEST_CUDA = True

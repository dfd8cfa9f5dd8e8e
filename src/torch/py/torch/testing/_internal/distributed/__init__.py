"""Inner helpers of tests of distributed training."""

"""Whether uninitialised memory is filled."""

fill_uninitialized_memory = True

"""Options of function transforms."""

activation_memory_budget = 1.0
functionalize_rng_ops = False
donated_buffer = False

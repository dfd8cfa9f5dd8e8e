"""Options of the compiler."""

job_id = None
cache_key_tag = ""
dynamic_sources = ""
force_disable_caches = False
force_cudagraph_gc = False

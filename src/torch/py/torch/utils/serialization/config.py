"""Options of serialization."""


class load:
    mmap = False
    endianness = None
    calculate_storage_offsets = False


class save:
    compute_crc32 = True
    use_pinned_memory_for_d2h = False
    storage_alignment = 64

# The reading functions agree with each other, peaks reset, and the keys of memory_stats.
import torch

MiB = 1 << 20


def show(name):
    s = torch.cuda.memory_stats()
    print(name, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.memory_reserved(), torch.cuda.max_memory_reserved())
    for key in ("allocated_bytes", "requested_bytes", "reserved_bytes", "active_bytes", "inactive_split_bytes"):
        print(" ", key, s[f"{key}.all.current"], s[f"{key}.all.peak"], s[f"{key}.all.allocated"], s[f"{key}.all.freed"])
    for key in ("allocation", "segment", "active", "inactive_split"):
        print(" ", key, s[f"{key}.all.current"], s[f"{key}.all.peak"], s[f"{key}.small_pool.current"], s[f"{key}.large_pool.current"])


print(len(torch.cuda.memory_stats()))
print(torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.current_device())
print(torch.cuda.memory_allocated(), torch.cuda.max_memory_reserved())
a = torch.empty(1, device="cuda")
show("one number")
b = torch.empty(1000, 1000, device="cuda")
show("four megabytes")
c = torch.empty(100 * MiB, dtype=torch.uint8, device="cuda")
show("a hundred MiB")
del b
show("freed")
torch.cuda.reset_peak_memory_stats()
show("peak reset")
torch.cuda.empty_cache()
show("emptied")
torch.cuda.reset_accumulated_memory_stats()
del a, c
show("all freed")
free, total = torch.cuda.mem_get_info()
print(free < total)
p = torch.cuda.get_device_properties(0)
print(p.name, p.major, p.minor, p.multi_processor_count, p.total_memory == total)
print(torch.cuda.get_device_name(), torch.cuda.get_device_capability(), torch.cuda.memory_allocated("cuda:0"), torch.cuda.memory_allocated(torch.device("cuda")))

"""What _record_memory_history keeps of the allocator's events: which, how many, from when on."""
import torch

memory = torch.cuda.memory


def events():
    return [(e["action"], e["size"], e["stream"], e["pool_id"]) for e in memory._snapshot()["device_traces"][0]]


torch.cuda.init()
print(events())
memory._record_memory_history()
small = torch.empty(3000, device="cuda")
large = torch.empty(2_000_000, device="cuda")
huge = torch.empty(8_000_000, device="cuda")
del small
torch.cuda.empty_cache()
del large
print(*events(), sep="\n")
print("again", events()[-1])
print(sorted(memory._snapshot()["device_traces"][0][0]))
memory._record_memory_history(max_entries=4)
kept = [torch.empty(3000, device="cuda") for _ in range(3)]
print(events(), events())
memory._record_memory_history(skip_actions=["free_requested", "snapshot"], clear_history=True)
del kept
print(events())
memory._record_memory_history(enabled="state")
kept = [torch.empty(3000, device="cuda") for _ in range(3)]
print(len(events()))
memory._record_memory_history(True, trace_alloc_max_entries=5)
del kept, huge
print(len(events()))
memory._record_memory_history(enabled=None)
print(events())
torch.cuda.memory._set_allocator_settings("expandable_segments:True")
memory._record_memory_history()
large = torch.empty(6_000_000, device="cuda")
del large
torch.cuda.empty_cache()
print(*events(), sep="\n")
segment = torch.empty(10, device="cuda") is not None and memory._snapshot()["segments"][-1]
print(segment["segment_pool_id"], segment["is_expandable"], sorted(segment))

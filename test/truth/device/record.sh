#!/bin/bash
# record.sh PYTHON...: records the files beside it. PYTHON is the command that runs a PyTorch whose CUDA
# driver is a stand-in, with FAKECUDA_TOTAL bytes of memory and the properties of the GPU FAKECUDA_PROFILE.
cd "$(dirname "$0")" || exit 1
out=allocator.jsonl
program() { # NAME SEED OPERATIONS STYLE TOTAL FRACTION CONF
  FAKECUDA_TOTAL=$5 MEMORY_FRACTION=$6 PYTORCH_CUDA_ALLOC_CONF=$7 "${run[@]}" allocator.py "$1" "$2" "$3" "$4" 2>/dev/null
}
run=("$@")
{
  for s in 1 2 3 4 5 6; do program "mixed-$s" $s 300 mixed 80G 1 ''; done
  for s in 11 12; do program "small-$s" $s 300 small 80G 1 ''; done
  for s in 21 22; do program "large-$s" $s 300 large 80G 1 ''; done
  for s in 31 32 33 34; do program "oom-$s" $s 300 tight 900M 1 ''; done
  for s in 41 42; do program "fraction-$s" $s 300 tight 2G 0.5 ''; done
  for s in 51 52 53 54; do program "expandable-$s" $s 300 mixed 80G 1 'expandable_segments:True'; done
  for s in 61 62; do program "expandable-oom-$s" $s 300 tight 900M 1 'expandable_segments:True'; done
  for s in 71 72 73; do program "max-split-$s" $s 300 tight 80G 1 'max_split_size_mb:32'; done
  for s in 81 82; do program "max-split-oom-$s" $s 300 tight 1G 1 'max_split_size_mb:64,max_non_split_rounding_mb:40'; done
  for s in 91 92 93; do program "gc-$s" $s 300 tight 4G 0.5 'garbage_collection_threshold:0.3'; done
  program "gc-split-94" 94 300 tight 4G 0.5 'garbage_collection_threshold:0.4,max_split_size_mb:100'
  for s in 101 102; do program "roundup-$s" $s 300 mixed 80G 1 'roundup_power2_divisions:4'; done
  for s in 111 112; do program "roundup-list-$s" $s 300 mixed 80G 1 'roundup_power2_divisions:[1:8,16:4,64:2,>:1]'; done
  program "roundup-list-113" 113 300 mixed 80G 1 'roundup_power2_divisions:[4:2,8:0,>:16]'
  program "large-segment-121" 121 300 mixed 80G 1 'large_segment_size_mb:64'
  program "large-segment-122" 122 300 mixed 80G 1 'large_segment_size_mb:40,expandable_segments:True'
  program "long-131" 131 2000 mixed 80G 1 ''
} > $out
wc -l $out
for gpu in a100 t4 h100; do
  FAKECUDA_PROFILE=$gpu "${run[@]}" cublas_workspaces.py 2>/dev/null > "cublas_workspaces.$gpu.jsonl"
done

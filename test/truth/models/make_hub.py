"""Writes a copy of `hub/` that has weights too, which PyTorch needs to load its models and the machine does not.

    python make_hub.py FOLDER
    HF_HUB_OFFLINE=1 HF_HUB_CACHE=FOLDER TRUTH_PYTHON=… python ../record.py models hf/from_pretrained
"""
import os
import shutil
import sys

from transformers import AutoConfig, AutoModelForCausalLM

target = sys.argv[1]
shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "hub"), target)
for folder, _, files in os.walk(target):
    if "config.json" in files:
        AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(folder)).save_pretrained(folder)

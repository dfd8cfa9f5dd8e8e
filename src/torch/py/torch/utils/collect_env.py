"""A report on the environment."""

import torch


def get_pretty_env_info():
    return f"PyTorch version: {torch.__version__}\nCUDA used to build PyTorch: {torch.version.cuda}\n"


def main():
    print(get_pretty_env_info())

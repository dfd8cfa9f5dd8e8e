# Runs each line of a text as a mistake and prints the type and message of its error. Lines that start with "let" prepare names.
import torch


def mistakes(text):
    names = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional}
    for line in text.strip().splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("let "):
            exec(line[4:].replace("\\n", "\n"), names)
            continue
        try:
            exec(line, names)
        except Exception as error:
            print(f"{line}\n    {type(error).__name__}: {error}")
        else:
            print(f"{line}\n    no error")

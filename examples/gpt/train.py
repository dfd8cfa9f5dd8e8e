"""Train the GPT on random tokens and print what it costs in GPU memory, phase by phase.

python train.py --batch-size 4 --dtype bfloat16
"""

import argparse
import contextlib

import torch

from model import GPT, GPTConfig


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--block-size", type=int, default=512)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--heads", type=int, default=12)
    parser.add_argument("--embd", type=int, default=768)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--no-flash", action="store_true", help="attention by hand")
    parser.add_argument("--dtype", choices=["float32", "bfloat16"], default="bfloat16")
    parser.add_argument("--lr", type=float, default=6e-4)
    parser.add_argument("--weight-decay", type=float, default=0.1)
    parser.add_argument("--grad-clip", type=float, default=1.0)
    parser.add_argument("--accumulate", type=int, default=2, help="micro-batches per step")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--sample", type=int, default=8, help="tokens to generate at the end")
    return parser.parse_args()


def get_batch(args, vocab_size, device):
    data = torch.randint(vocab_size, (args.batch_size, args.block_size + 1))
    x = data[:, :-1].contiguous().to(device, non_blocking=True)
    y = data[:, 1:].contiguous().to(device, non_blocking=True)
    return x, y


def report(phase):
    stats = torch.cuda.memory_stats()
    print(
        f"{phase:<16} peak {torch.cuda.max_memory_allocated():>12,}"
        f"  allocated {torch.cuda.memory_allocated():>12,}"
        f"  requested {stats['requested_bytes.all.peak']:>12,}"
        f"  reserved {torch.cuda.max_memory_reserved():>12,}"
    )
    torch.cuda.reset_peak_memory_stats()


def main():
    args = parse_args()
    torch.manual_seed(1337)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda"

    config = GPTConfig(
        block_size=args.block_size,
        n_layer=args.layers,
        n_head=args.heads,
        n_embd=args.embd,
        dropout=args.dropout,
        flash=not args.no_flash,
    )
    model = GPT(config)
    model.to(device)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
    report("model")

    optimizer = torch.optim.AdamW(model.parameter_groups(args.weight_decay), lr=args.lr, betas=(0.9, 0.95))
    if args.dtype == "bfloat16":
        autocast = torch.autocast(device_type="cuda", dtype=torch.bfloat16)
    else:
        autocast = contextlib.nullcontext()

    model.train()
    for step in range(args.steps):
        for micro_step in range(args.accumulate):
            x, y = get_batch(args, config.vocab_size, device)
            with autocast:
                _, loss = model(x, y)
                loss = loss / args.accumulate
            report(f"forward {step}.{micro_step}")
            loss.backward()
            report(f"backward {step}.{micro_step}")
        if args.grad_clip > 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), args.grad_clip)
        report(f"clip {step}")
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        report(f"step {step}")

    model.eval()
    prompt = torch.zeros((1, 1), dtype=torch.long, device=device)
    tokens = model.generate(prompt, args.sample, temperature=0.8, top_k=50)
    print("generated", tuple(tokens.shape))
    report("generate")


if __name__ == "__main__":
    main()

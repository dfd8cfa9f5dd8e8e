"""Models built from YAML and JSON files: by PyYAML, omegaconf's structured and merged configurations, and hydra."""
import json
import os
from dataclasses import dataclass, field
from typing import List, Optional

import hydra
import torch
import yaml
from hydra.utils import get_class, instantiate
from omegaconf import MISSING, DictConfig, ListConfig, OmegaConf

from model_truth import account

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "conf")
OmegaConf.register_new_resolver("multiply", lambda a, b: a * b, replace=True)


@dataclass
class Attention:
    heads: int = 4
    dropout: float = 0.0


@dataclass
class Settings:
    name: str = MISSING
    width: int = 64
    depth: int = 2
    attention: Attention = field(default_factory=Attention)
    widths: List[int] = field(default_factory=lambda: [32, 64])
    classes: Optional[int] = None
    hidden: int = "${multiply:${.width},4}"


class Block(torch.nn.Module):
    def __init__(self, cfg: DictConfig):
        super().__init__()
        self.norm = torch.nn.LayerNorm(cfg.width)
        self.attention = torch.nn.MultiheadAttention(cfg.width, cfg.attention.heads, cfg.attention.dropout, batch_first=True)
        self.mlp = torch.nn.Sequential(torch.nn.Linear(cfg.width, cfg.hidden), torch.nn.GELU(), torch.nn.Linear(cfg.hidden, cfg.width))

    def forward(self, x):
        y = self.norm(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.mlp(x)


class Structured(torch.nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.stem = torch.nn.ModuleList(torch.nn.Linear(cfg.widths[0], w) for w in cfg.widths[1:])
        self.blocks = torch.nn.Sequential(*[Block(cfg) for _ in range(cfg.depth)])
        self.head = torch.nn.Linear(cfg.width, cfg.classes) if cfg.get("classes") is not None else torch.nn.Identity()

    def forward(self, x):
        for layer in self.stem:
            x = layer(x)
        return self.head(self.blocks(x))


def structured():
    base = OmegaConf.structured(Settings)
    cfg = OmegaConf.merge(base, OmegaConf.create({"name": "test", "attention": {"dropout": 0.1}}), OmegaConf.from_dotlist(["depth=3", "classes=10"]))
    OmegaConf.set_struct(cfg, True)
    try:
        cfg.unknown = 1
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
    print("settings", OmegaConf.to_container(cfg, resolve=True), isinstance(cfg.widths, ListConfig), OmegaConf.is_missing(base, "name"))
    return Structured(cfg)


def composed(*overrides):
    with hydra.initialize_config_dir(config_dir=FOLDER, version_base=None):
        cfg = hydra.compose("config", overrides=list(overrides))
    print(OmegaConf.to_yaml(cfg.trainer, resolve=True).strip(), cfg.seed, list(cfg.optimizer.betas))
    return instantiate(cfg.model)


def from_yaml():
    with open(os.path.join(FOLDER, "model", "deep.yaml")) as file:
        cfg = yaml.safe_load(file)
    layer = dict(cfg["encoder_layer"], d_model=64)
    return get_class(cfg["_target_"])(get_class(layer.pop("_target_"))(**layer), cfg["num_layers"], enable_nested_tensor=cfg["enable_nested_tensor"])


def from_json():
    with open(os.path.join(FOLDER, "mlp.json")) as file:
        cfg = json.load(file)
    layers = []
    for a, b in zip(cfg["layers"], cfg["layers"][1:]):
        layers += [torch.nn.Linear(a, b), getattr(torch.nn, cfg["norm"]["type"])(b, eps=cfg["norm"]["eps"]), getattr(torch.nn, cfg["activation"])(),
                   torch.nn.Dropout(cfg["dropout"])]
    return torch.nn.Sequential(*layers)


def rows():
    return (torch.empty(8, 64, device="cuda"),)


def sequences(width):
    return lambda: (torch.empty(2, 16, width, device="cuda"),)


account("hydra/structured/fp32", structured, sequences(32))
account("hydra/compose/fp32", lambda: composed("width=256"), rows)
account("hydra/compose-group/amp-bf16", lambda: composed("model=deep", "width=64", "optimizer.lr=0.1"), sequences(64), precision="amp-bf16")
account("hydra/yaml/fp32", from_yaml, sequences(64))
account("hydra/json/fp32", from_json, rows)

"""Quantisation: stubs pass their input on, conversion leaves the model as it is."""

import importlib

import torch
from torch import nn


def _kept(what):
    torch._C._assume(f"torch.ao.quantization.{what}: the model stays in its precision")


class QuantStub(nn.Module):
    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        return x


class DeQuantStub(QuantStub):
    pass


class QuantWrapper(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.add_module("quant", QuantStub())
        self.add_module("dequant", DeQuantStub())
        self.add_module("module", module)
        self.train(module.training)

    def forward(self, X):
        X = self.quant(X)
        X = self.module(X)
        return self.dequant(X)


class QConfig:
    def __init__(self, activation=None, weight=None):
        self.activation = activation
        self.weight = weight


class _Observer(nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    @classmethod
    def with_args(cls, *args, **kwargs):
        return cls

    def forward(self, x):
        return x


ObserverBase = MinMaxObserver = MovingAverageMinMaxObserver = PerChannelMinMaxObserver = HistogramObserver = PlaceholderObserver = _Observer
NoopObserver = FixedQParamsObserver = FakeQuantizeBase = FakeQuantize = FixedQParamsFakeQuantize = FusedMovingAvgObsFakeQuantize = _Observer
default_observer = default_weight_observer = default_per_channel_weight_observer = default_fake_quant = default_weight_fake_quant = _Observer
default_qconfig = default_dynamic_qconfig = float16_dynamic_qconfig = default_qat_qconfig = QConfig()
default_per_channel_qconfig = float_qparams_weight_only_qconfig = per_channel_dynamic_qconfig = QConfig()


class QConfigMapping:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **kwargs: self


def get_default_qconfig(backend="x86", version=0):
    return QConfig()


def get_default_qat_qconfig(backend="x86", version=1):
    return QConfig()


def get_default_qconfig_mapping(backend="x86", version=0):
    return QConfigMapping()


get_default_qat_qconfig_mapping = get_default_qconfig_mapping


def fuse_modules(model, modules_to_fuse, inplace=False, **kwargs):
    return model


fuse_modules_qat = fuse_modules


def prepare(model, inplace=False, **kwargs):
    return model


prepare_qat = prepare


def convert(module, mapping=None, inplace=False, **kwargs):
    _kept("convert")
    return module


def quantize(model, run_fn, run_args, mapping=None, inplace=False):
    _kept("quantize")
    return model


def quantize_dynamic(model, qconfig_spec=None, dtype=None, mapping=None, inplace=False):
    _kept("quantize_dynamic")
    return model


quantize_qat = quantize


def propagate_qconfig_(module, qconfig_dict=None, prepare_custom_config_dict=None):
    return None


def add_quant_dequant(module):
    return module


def disable_observer(mod):
    return None


enable_observer = disable_fake_quant = enable_fake_quant = disable_observer


def __getattr__(name):
    if name in ("quantize_fx", "observer", "fake_quantize", "qconfig", "quantize_", "fuse_modules_", "qconfig_mapping", "stubs", "fx", "utils"):
        return importlib.import_module("torch.ao.quantization." + name)
    raise AttributeError(f"module 'torch.ao.quantization' has no attribute '{name}'")

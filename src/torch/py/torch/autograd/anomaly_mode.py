"""Anomaly detection: a switch without effect on memory."""

import torch

__all__ = ["detect_anomaly", "set_detect_anomaly"]


class set_detect_anomaly:
    def __init__(self, mode, check_nan=True):
        self.prev = torch.is_anomaly_enabled()
        torch.set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *args):
        torch.set_anomaly_enabled(self.prev, True)


class detect_anomaly:
    def __init__(self, check_nan=True):
        self.prev = torch.is_anomaly_enabled()
        self.check_nan = check_nan

    def __enter__(self):
        torch.set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *args):
        torch.set_anomaly_enabled(self.prev, True)

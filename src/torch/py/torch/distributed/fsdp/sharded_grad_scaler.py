"""The scaler for shards."""

from torch.amp import GradScaler


class ShardedGradScaler(GradScaler):
    pass

"""What the loader is made of."""

from . import collate, fetch, pin_memory, worker

MP_STATUS_CHECK_INTERVAL = 5.0

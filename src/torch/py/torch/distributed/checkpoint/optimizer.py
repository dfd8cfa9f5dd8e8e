"""Parts of distributed checkpoints."""


def load_sharded_optimizer_state_dict(model_state_dict, optimizer_key, storage_reader, planner=None):
    return {}

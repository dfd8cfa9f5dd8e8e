"""Parts of distributed checkpoints."""


def dcp_to_torch_save(dcp_checkpoint_dir, torch_save_path):
    return None

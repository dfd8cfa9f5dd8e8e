"""What the entries name of timm."""
import timm


def checkpointed(name):
    model = timm.create_model(name)
    model.set_grad_checkpointing()
    return model

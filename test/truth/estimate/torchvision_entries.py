"""What the entries name of torchvision."""
import torchvision.models as tv  # noqa: F401

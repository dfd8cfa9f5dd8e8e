"""What `npm run bench` estimates: torchvision's own ResNet-50."""
from torchvision.models import resnet50

"""What `npm run bench` edits beside timm: a model of its own around timm's ViT."""
import timm
from torch import nn


class Classifier(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.backbone = timm.create_model("vit_base_patch16_224", num_classes=0)
        self.head = nn.Linear(self.backbone.num_features, classes)

    def forward(self, x):
        return self.head(self.backbone(x))

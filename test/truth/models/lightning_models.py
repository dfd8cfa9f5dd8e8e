"""lightning: a LightningModule's training step, by hand and through Trainer."""
import lightning as L
import torch
import torch.nn.functional as F

from model_truth import account


class Classifier(L.LightningModule):
    def __init__(self, width=256, lr=1e-3):
        super().__init__()
        self.save_hyperparameters()
        self.layers = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(784, self.hparams.width), torch.nn.ReLU(),
                                          torch.nn.Linear(self.hparams.width, 10))

    def forward(self, x):
        return self.layers(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        self.log("train_loss", loss, prog_bar=True)
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.hparams.lr)


def batch():
    return torch.empty(16, 1, 28, 28, device="cuda"), torch.zeros(16, dtype=torch.int64, device="cuda")


account("lightning/training_step/fp32/b16", Classifier, batch, call=lambda model, x, y: model.training_step((x, y), 0))
account("lightning/forward/amp-bf16/b16", Classifier, batch, call=lambda model, x, y: model(x), precision="amp-bf16")

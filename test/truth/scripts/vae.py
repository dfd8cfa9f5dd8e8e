# A variational autoencoder: reparameterisation with randn_like, KL by hand, reconstruction by BCE.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Flatten(), nn.Linear(784, 400), nn.ReLU())
        self.mu, self.logvar = nn.Linear(400, 20), nn.Linear(400, 20)
        self.decoder = nn.Sequential(nn.Linear(20, 400), nn.ReLU(), nn.Linear(400, 784), nn.Sigmoid())

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.decoder(z).view_as(x), mu, logvar


model = VAE().cuda()
optimizer = torch.optim.Adam(model.parameters())
for step in range(2):
    x = torch.rand(128, 1, 28, 28, device="cuda")
    recon, mu, logvar = model(x)
    loss = F.binary_cross_entropy(recon, x, reduction="sum") - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    stage(f"forward {step}")
    optimizer.zero_grad()
    loss.backward()
    stage(f"backward {step}")
    optimizer.step()
    stage(f"step {step}")

"""Variational training: rsample, kl_divergence of distributions, annealing, a mixture of Gaussians, importance weights by logsumexp."""
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Bernoulli, Categorical, Independent, kl_divergence, MixtureSameFamily, Normal

from stage import stage

torch.distributions.Distribution.set_default_validate_args(False)
encoder, decoder = nn.Sequential(nn.Linear(784, 400), nn.ReLU(), nn.Linear(400, 64)).cuda(), nn.Sequential(nn.Linear(32, 400), nn.ReLU(), nn.Linear(400, 784)).cuda()
means = nn.Parameter(torch.randn(10, 32, device="cuda"))
optimizer = torch.optim.AdamW([*encoder.parameters(), *decoder.parameters(), means])
stage("model")
for step in range(3):
    x = torch.rand(128, 784, device="cuda")
    mu, log_var = encoder(x).chunk(2, -1)
    q = Normal(mu, torch.exp(0.5 * log_var))
    z = q.rsample()
    beta = min(1.0, step / 2)
    bce = F.binary_cross_entropy_with_logits(decoder(z), x, reduction="none").sum(-1)
    kl = kl_divergence(q, Normal(torch.zeros_like(mu), torch.ones_like(mu))).sum(-1)
    elbo = (bce + beta * kl).mean()
    stage("plain")
    prior = MixtureSameFamily(Categorical(logits=torch.zeros(10, device="cuda")), Independent(Normal(means, torch.ones_like(means)), 1))
    mixture = (q.log_prob(z).sum(-1) - prior.log_prob(z)).mean()
    samples = q.rsample((5,))
    weights = Bernoulli(logits=decoder(samples)).log_prob(x).sum(-1) - (q.log_prob(samples) - Normal(0.0, 1.0).log_prob(samples)).sum(-1)
    iwae = -(torch.logsumexp(weights, 0) - math.log(5)).mean()
    stage("others")
    optimizer.zero_grad()
    (elbo + 0.1 * mixture + iwae).backward()
    stage("backward")
    optimizer.step()
    stage("step")
with torch.no_grad():
    picture = torch.sigmoid(decoder(torch.randn(64, 32, device="cuda"))).view(-1, 1, 28, 28)
stage("samples")

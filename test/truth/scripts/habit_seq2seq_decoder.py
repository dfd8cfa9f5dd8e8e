"""A recurrent translator: packed lengths, attention in the decoder's loop, teacher forcing or its own words, greedy decoding."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from stage import stage

VOCAB, HIDDEN = 3000, 256


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, HIDDEN, padding_idx=0)
        self.gru = nn.GRUCell(HIDDEN, HIDDEN)

    def forward(self, ids):
        x, h, out = self.embedding(ids), torch.zeros(ids.shape[0], HIDDEN, device=ids.device), []
        for t in range(ids.shape[1]):
            h = self.gru(x[:, t], h)
            out.append(h)
        return torch.stack(out, 1), h


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, HIDDEN)
        self.wa, self.ua, self.va = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)
        self.cell = nn.LSTMCell(2 * HIDDEN, HIDDEN)
        self.out = nn.Linear(HIDDEN, VOCAB)
        self.drop = nn.Dropout(0.1)

    def forward(self, memory, h, target, forced):
        word = torch.ones(memory.size(0), dtype=torch.long, device=memory.device)
        c, outputs, attentions = torch.zeros_like(h), [], []
        for t in range(target.shape[1]):
            query = h.unsqueeze(1)
            scores = self.va(torch.tanh(self.wa(query) + self.ua(memory))).squeeze(2).unsqueeze(1)
            weights = F.softmax(scores, dim=-1)
            context = torch.bmm(weights, memory).squeeze(1)
            h, c = self.cell(torch.cat((self.drop(self.embedding(word)), context), dim=1), (h, c))
            output = self.out(h)
            outputs.append(output)
            attentions.append(weights)
            if forced:
                word = target[:, t]
            else:
                _, top = output.topk(1)
                word = top.squeeze(-1).detach()
        return F.log_softmax(torch.stack(outputs, dim=1), dim=-1), torch.cat(attentions, dim=1)


encoder, decoder = Encoder().cuda(), Decoder().cuda()
optimizers = [torch.optim.Adam(m.parameters(), lr=1e-3) for m in (encoder, decoder)]
criterion = nn.NLLLoss(ignore_index=0)
for step in range(3):
    source, target = torch.randint(0, VOCAB, (32, 12), device="cuda"), torch.randint(0, VOCAB, (32, 10), device="cuda")
    for optimizer in optimizers:
        optimizer.zero_grad()
    memory, state = encoder(source)
    outputs, attention = decoder(memory, state, target, forced=step != 1)
    loss = criterion(outputs.view(-1, outputs.size(-1)), target.view(-1))
    stage("forward")
    loss.backward()
    stage("backward")
    for optimizer in optimizers:
        optimizer.step()
    stage("step")
with torch.no_grad():
    encoder.eval(), decoder.eval()
    outputs, attention = decoder(*encoder(source[:1]), target[:1], forced=False)
    _, words = outputs.topk(1)
stage("translated")
lengths = torch.tensor([12, 9, 9, 4])
packed = pack_padded_sequence(encoder.embedding(source[:4]), lengths, batch_first=True)
print(tuple(packed.data.shape), packed.batch_sizes.tolist()[-3:])
padded, back = pad_packed_sequence(packed, batch_first=True)
stage("packed and padded")
print(tuple(padded.shape), back.tolist())

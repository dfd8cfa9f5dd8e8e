# Distillation: a frozen teacher beside the student, its output under no_grad, a divergence of softened logits.
import torch
import torch.nn.functional as F
from small_models import LanguageModel
from stage import stage

teacher = LanguageModel(width=512, depth=2, heads=8).cuda().eval().requires_grad_(False)
student = LanguageModel().cuda()
optimizer = torch.optim.AdamW(student.parameters())
stage("models")
for step in range(3):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    with torch.no_grad():
        target = teacher(ids)
    stage(f"{step} teacher")
    logits, loss = student(ids, ids)
    stage(f"{step} student")
    t = 2.0
    soft = F.kl_div(F.log_softmax(logits / t, -1), F.softmax(target / t, -1), reduction="batchmean") * t * t
    (0.5 * loss + 0.5 * soft).backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")

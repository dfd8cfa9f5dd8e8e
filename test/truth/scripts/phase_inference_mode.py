# inference_mode: no graph, activations freed as they are used; its tensors may not be saved for backward.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda().eval()
ids = torch.randint(0, 1000, (16, 128), device="cuda")
with torch.inference_mode():
    logits = model(ids)
    stage("inference")
    probabilities = logits.softmax(-1)
    stage("softmax")
    del logits
    top = probabilities.topk(5, dim=-1)
    stage("topk")
print(top.values.is_inference(), top.values.requires_grad)
try:
    model.head(top.values.new_ones(2, 256))
    stage("a new tensor outside")
    torch.nn.functional.linear(probabilities[..., :256], model.head.weight)
except RuntimeError as error:
    print(str(error).splitlines()[0])

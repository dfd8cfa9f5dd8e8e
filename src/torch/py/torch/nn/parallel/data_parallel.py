"""`DataParallel` on the one device there is: the module runs as it is."""

import torch
from torch.nn.modules.module import Module
from torch.nn.parallel.scatter_gather import scatter_kwargs

__all__ = ["DataParallel", "data_parallel"]


class DataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if device_ids is None:
            device_ids = list(range(torch.cuda.device_count()))
        if output_device is None and device_ids:
            output_device = device_ids[0]
        self.dim = dim
        self.module = module
        self.device_ids = [torch._utils._get_device_index(x, True) for x in device_ids]
        self.output_device = torch._utils._get_device_index(output_device, True) if device_ids else None
        self.src_device_obj = torch.device("cuda", self.device_ids[0]) if device_ids else None
        if len(self.device_ids) == 1:
            self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        inputs, module_kwargs = self.scatter(inputs, kwargs, self.device_ids[:1])
        if not inputs and not module_kwargs:
            inputs = ((),)
            module_kwargs = ({},)
        return self.module(*inputs[0], **module_kwargs[0])

    def scatter(self, inputs, kwargs, device_ids):
        return scatter_kwargs(inputs, kwargs, device_ids, dim=self.dim)

    def gather(self, outputs, output_device):
        return outputs[0]


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    if not isinstance(inputs, tuple):
        inputs = (inputs,) if inputs is not None else ()
    return module(*inputs, **(module_kwargs or {}))

import torch

from truth import T, case

case('zero_#12', torch.zero_, T((), 'int64', False, fill=-8))
case('zero_#13', torch.zero_, T((5, 5, 5), 'int64', False, fill=9))
case('zero_#14', torch.zero_, T((5,), 'int64', False, fill=9))
case('zero_#15', torch.zero_, T((), 'bool', False, fill=True))

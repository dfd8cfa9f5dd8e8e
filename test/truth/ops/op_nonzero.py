import torch

from truth import T, case

case('nonzero#26', torch.nonzero, T((), 'int64', False, fill=0), as_tuple=True)
case('nonzero#27', torch.nonzero, T((5,), 'int64', False, fill=0), as_tuple=False)
case('nonzero#28', torch.nonzero, T((5,), 'int64', False, fill=0), as_tuple=True)
case('nonzero#31', torch.nonzero, T((), 'bool', False, fill=False), as_tuple=True)

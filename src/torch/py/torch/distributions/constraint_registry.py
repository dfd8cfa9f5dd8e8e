"""Transforms by constraint: none is looked up."""


def biject_to(constraint):
    from torch.distributions.transforms import identity_transform

    return identity_transform


transform_to = biject_to

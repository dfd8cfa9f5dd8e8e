"""Replicas of a module: there is one device, so the module itself."""


def replicate(network, devices, detach=False):
    return [network for _ in devices]

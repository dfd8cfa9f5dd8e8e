"""Gradients of convolutions as functions."""

import torch


def conv2d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return grad_output.new_empty(input_size)


def conv2d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return grad_output.new_empty(weight_size)


conv1d_input = conv3d_input = conv2d_input
conv1d_weight = conv3d_weight = conv2d_weight

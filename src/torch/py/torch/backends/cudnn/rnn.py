"""cuDNN's numbers for recurrent modes."""

_modes = {"RNN_RELU": 0, "RNN_TANH": 1, "LSTM": 2, "GRU": 3}


def get_cudnn_mode(mode):
    if mode not in _modes:
        raise Exception(f"Unknown mode: {mode}")
    return _modes[mode]

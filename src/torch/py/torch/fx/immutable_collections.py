"""Lists and dicts of nodes' arguments."""

immutable_list = list
immutable_dict = dict

"""Line editing: there is no terminal."""


def parse_and_bind(string):
    pass


def set_completer(function=None):
    pass


def get_completer():
    return None


def read_history_file(filename=None):
    pass


write_history_file = add_history = set_history_length = set_completer_delims = read_history_file


def get_history_length():
    return -1


def get_current_history_length():
    return 0


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)

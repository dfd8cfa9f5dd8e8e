from ..util import title


class Net:
    name = title('net')

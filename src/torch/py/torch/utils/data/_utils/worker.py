"""Workers: there are none."""


class WorkerInfo:
    """For annotations."""


def get_worker_info():
    return None

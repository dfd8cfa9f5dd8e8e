"""A network that nothing answers on: what clients of it make of their requests.

Files of weights are the exception: what decides about memory is the model that they are for, so they are there, with unknown bytes.
A program that is prepared for that (an `except` clause that names the error, any in a library) gets the error, as on a machine without a network, and
falls back on what it has; for any other the answer is unknown, and it goes on.
"""
import _host

REASON = '[Errno -2] Name or service not known'


def refuse(error, what, *args):
    """Raises `error` where the program is prepared for it or a class that it is made of; else an unknown."""
    names = [cls.__name__ for cls in error.__mro__ if cls not in (Exception, BaseException, object)]
    if _host.is_prepared_for(names):
        raise error(*args)
    return _host.unknown(f'{what}: no network is reached from here')


_WEIGHTS = ('.safetensors', '.bin', '.pt', '.pth', '.ckpt')


def _path(url):
    return str(url).partition('?')[0]


def is_weights(url):
    return not _host.is_unknown(url) and _path(url).endswith(_WEIGHTS)


def weights_at(url):
    """The bytes of the file of weights at a URL: nothing is known of them."""
    _host.note('assumption', f'weights are not downloaded ({_path(url)}); they are taken to fit the model')
    return _host.unknown(f'the weights at {_path(url)} are not downloaded')


def answer_headers(url):
    """What Hugging Face's hub tells of a file: its revision and a tag. In the cache of its clients it then is."""
    _, _, place = _path(url).partition('/resolve/')
    revision, _, name = place.partition('/')
    # A name of a branch stands for a commit.
    commit = revision if len(revision) == 40 else '0' * 40
    _host.take_as_downloaded(f'snapshots/{commit}/{name}')
    return {'ETag': '"not-downloaded"', 'X-Repo-Commit': commit}

"""A network that nothing answers on: what clients of it make of their requests.

A program that is prepared for that (an `except` clause that names the error, any in a library) gets the error, as on a machine
without a network, and falls back on what it has; for any other the answer is unknown, and it goes on. Files of weights on Hugging
Face's hub are the exception: what decides about memory is the model that they are for, so they are there, with unknown bytes.
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


def hub_weights(url):
    """The revision and the name of the file of weights that a URL of the hub names; None for any other URL."""
    if _host.is_unknown(url):
        return None
    _, _, place = str(url).partition('?')[0].partition('/resolve/')
    revision, _, name = place.partition('/')
    return (revision, name) if name.endswith(_WEIGHTS) else None


def weights_at(url):
    """The bytes of a file of weights: nothing is known of them."""
    _host.note('assumption', f'weights are not downloaded ({url}); they are taken to fit the model')
    return _host.unknown(f'the weights at {url} are not downloaded')


def hub_headers(revision, name):
    """What the hub tells of a file: its revision and a tag. In the cache of its clients it then is."""
    # A name of a branch stands for a commit.
    commit = revision if len(revision) == 40 else '0' * 40
    _host.take_as_downloaded(f'snapshots/{commit}/{name}')
    return {'ETag': '"not-downloaded"', 'X-Repo-Commit': commit}

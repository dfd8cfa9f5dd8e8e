"""Types of files by their names."""

inited = True
types_map = {'.json': 'application/json', '.txt': 'text/plain', '.py': 'text/x-python', '.html': 'text/html', '.htm': 'text/html', '.css': 'text/css',
             '.csv': 'text/csv', '.js': 'text/javascript', '.md': 'text/markdown', '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg',
             '.gif': 'image/gif', '.bmp': 'image/bmp', '.svg': 'image/svg+xml', '.webp': 'image/webp', '.tiff': 'image/tiff', '.mp3': 'audio/mpeg',
             '.wav': 'audio/x-wav', '.mp4': 'video/mp4', '.pdf': 'application/pdf', '.zip': 'application/zip', '.tar': 'application/x-tar',
             '.xml': 'text/xml', '.bin': 'application/octet-stream'}
encodings_map = {'.gz': 'gzip', '.bz2': 'bzip2', '.xz': 'xz', '.Z': 'compress'}
common_types = {}
suffix_map = {}


def guess_type(url, strict=True):
    import posixpath
    base, ext = posixpath.splitext(url)
    encoding = None
    if ext in encodings_map:
        encoding = encodings_map[ext]
        base, ext = posixpath.splitext(base)
    return types_map.get(ext.lower()), encoding


def guess_extension(type, strict=True):
    for ext, known in types_map.items():
        if known == type:
            return ext
    return None


def guess_all_extensions(type, strict=True):
    return [ext for ext, known in types_map.items() if known == type]


def init(files=None):
    pass


def add_type(type, ext, strict=True):
    types_map[ext] = type


class MimeTypes:
    guess_type = staticmethod(guess_type)
    add_type = staticmethod(add_type)
    guess_extension = staticmethod(guess_extension)

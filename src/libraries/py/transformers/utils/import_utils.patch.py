"""After transformers.utils.import_utils: the same results faster. Importing transformers reads the `__all__` of every model."""


def fetch__all__(file_content):
    """The names of the last `__all__` that starts a line; the module itself looks at each line."""
    start = file_content.rfind('\n__all__') + 1
    if start == 0 and not file_content.startswith('__all__'):
        return []
    first, _, rest = file_content[start:].partition('\n')
    if first.endswith(']'):
        return [obj.strip('"\' ') for obj in first.split('=')[1].strip(' []').split(',')]
    names = []
    for line in rest.splitlines():
        if line.strip() == ']':
            break
        names.append(line.strip('"\', '))
    return names

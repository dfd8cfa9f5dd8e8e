"""The configuration of the interpreter."""


_PATHS = {'stdlib': '/usr/lib/python3.11', 'platstdlib': '/usr/lib/python3.11', 'purelib': '/usr/lib/python3.11/site-packages',
          'platlib': '/usr/lib/python3.11/site-packages', 'include': '/usr/include/python3.11',
          'platinclude': '/usr/include/python3.11', 'scripts': '/usr/bin', 'data': '/usr'}
_VARS = {'EXT_SUFFIX': '.cpython-311-x86_64-linux-gnu.so', 'SOABI': 'cpython-311-x86_64-linux-gnu', 'prefix': '/usr',
         'exec_prefix': '/usr', 'py_version': '3.11.7', 'py_version_short': '3.11', 'py_version_nodot': '311', 'LIBDIR': '/usr/lib',
         'base': '/usr', 'platbase': '/usr', 'installed_base': '/usr', 'Py_DEBUG': 0, 'Py_GIL_DISABLED': None, 'abiflags': '', 'EXE': '', 'VERSION': '3.11',
         'LDLIBRARY': 'libpython3.11.so', 'MULTIARCH': 'x86_64-linux-gnu',
         'INCLUDEPY': '/usr/include/python3.11', 'BINDIR': '/usr/bin', 'CC': 'gcc', 'CXX': 'g++', 'CFLAGS': '', 'LDSHARED': 'gcc -shared'}


def get_path(name, scheme='posix_prefix', vars=None, expand=True):
    return _PATHS[name]


def get_paths(scheme='posix_prefix', vars=None, expand=True):
    return dict(_PATHS)


def get_path_names():
    return tuple(_PATHS)


def get_scheme_names():
    return ('posix_home', 'posix_prefix', 'posix_user')


def get_default_scheme():
    return 'posix_prefix'


def get_preferred_scheme(key):
    return 'posix_prefix'


def get_config_vars(*args):
    return [_VARS.get(a) for a in args] if args else dict(_VARS)


def get_config_var(name):
    return _VARS.get(name)


def get_platform():
    return 'linux-x86_64'


def get_python_version():
    return '3.11'


def is_python_build(check_home=None):
    return False


def get_config_h_filename():
    return '/usr/include/python3.11/pyconfig.h'


def get_makefile_filename():
    return '/usr/lib/python3.11/config-3.11-x86_64-linux-gnu/Makefile'


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)

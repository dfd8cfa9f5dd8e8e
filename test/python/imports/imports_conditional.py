# Imports that may fail: alternatives, version checks, flags of what is available.
import sys

try:
    import a_package_that_is_nowhere as nowhere
except ImportError:
    nowhere = None
try:
    from a_package_that_is_nowhere.sub import thing
except ModuleNotFoundError as error:
    print(error, error.name, error.path)
try:
    from shapes import NewName
except ImportError:
    from shapes import Shape as NewName
print(nowhere, NewName.__name__)
if sys.version_info >= (3, 8):
    from functools import cached_property
else:
    cached_property = property
print(cached_property.__name__, sys.version_info[:2] >= (3, 11), sys.version_info.major)
try:
    import broken
except ZeroDivisionError as error:
    print('broken:', error)
print('broken' in sys.modules)
try:
    import broken.inner
except ZeroDivisionError as error:
    print('again:', error)
import importlib.util
for name in ('json', 'shapes', 'shapes.flat', 'a_package_that_is_nowhere', 'broken'):
    spec = importlib.util.find_spec(name)
    print(name, spec is not None, spec and spec.name, spec and spec.submodule_search_locations is not None)
try:
    importlib.util.find_spec('a_package_that_is_nowhere.inner')
except ModuleNotFoundError as error:
    print(error)
from importlib.metadata import PackageNotFoundError, version
try:
    version('a-package-that-is-nowhere')
except PackageNotFoundError as error:
    print(type(error).__name__, error, isinstance(error, ModuleNotFoundError))
try:
    import syntax_is_wrong
except SyntaxError as error:
    print(type(error).__name__, error.msg, error.lineno, error.filename.rpartition('/')[2])

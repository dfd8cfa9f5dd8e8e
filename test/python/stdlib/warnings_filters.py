# Warnings: filters, categories, catch_warnings, once, errors, stack levels, formatting.
import warnings, sys
def old(): warnings.warn('old is deprecated', DeprecationWarning, stacklevel=2); return 1
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); old(); warnings.warn('plain'); warnings.warn(RuntimeWarning('inst')); warnings.warn_explicit('explicit', FutureWarning, 'f.py', 7)
print([(x.category.__name__, str(x.message), x.lineno > 0) for x in w])
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try: old()
    except DeprecationWarning as e: print('raised', e)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('once')
    for _ in range(3): warnings.warn('same')
    warnings.filterwarnings('ignore', message='skip.*'); warnings.warn('skip me'); warnings.warn('keep me')
    warnings.filterwarnings('ignore', category=UserWarning, module='other'); warnings.warn('third')
print([str(x.message) for x in w])
print(warnings.formatwarning('msg', UserWarning, 'file.py', 3, 'code line'), end='')
old_show = warnings.showwarning
def show(message, category, filename, lineno, file=None, line=None): print('shown', category.__name__, message)
warnings.showwarning = show; warnings.warn('custom', UserWarning); warnings.showwarning = old_show
for bad in (lambda: warnings.warn('x', int), lambda: warnings.simplefilter('nope'), lambda: warnings.filterwarnings('ignore', category=5)):
    try: bad()
    except (TypeError, AssertionError) as e: print(type(e).__name__, e)
with warnings.catch_warnings(action='ignore') if sys.version_info >= (3, 12) else warnings.catch_warnings(): warnings.simplefilter('ignore'); warnings.warn('silent')
print(issubclass(PendingDeprecationWarning, Warning), issubclass(ResourceWarning, Warning), len(warnings.filters) > 0)

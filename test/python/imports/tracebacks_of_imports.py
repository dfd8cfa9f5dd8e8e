# Tracebacks through imports: frames of the modules, none of the machinery's.
import traceback

try:
    import raises_deep
except ValueError:
    traceback.print_exc()
try:
    import no_such_module_at_all.x
except ImportError:
    traceback.print_exc()
try:
    from raises_deep_names import gone
except ImportError as error:
    print(type(error), error.name, error.msg.split(' (')[0])
import raises_deep

"""Options of the compiler's front end."""

import contextlib

suppress_errors = False
cache_size_limit = 8
recompile_limit = 8
accumulated_cache_size_limit = 256
accumulated_recompile_limit = 256
optimize_ddp = True
capture_scalar_outputs = False
capture_dynamic_output_shape_ops = False
automatic_dynamic_shapes = True
assume_static_by_default = True
force_parameter_static_shapes = True
inline_inbuilt_nn_modules = True
allow_unspec_int_on_nn_module = False
error_on_nested_fx_trace = True
compiled_autograd = False
verbose = False
disable = False


@contextlib.contextmanager
def patch(*args, **kwargs):
    yield

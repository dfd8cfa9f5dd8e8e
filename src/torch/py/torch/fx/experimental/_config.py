"""Options."""

use_duck_shape = True

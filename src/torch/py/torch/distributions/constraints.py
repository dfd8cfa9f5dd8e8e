"""Constraints of parameters and supports: not checked, since numbers are not known."""


class Constraint:
    is_discrete = False
    event_dim = 0

    def __init__(self, *args, **kwargs):
        self.args = args

    def check(self, value):
        return True

    def __call__(self, *args, **kwargs):
        return self


dependent = dependent_property = boolean = nonnegative_integer = positive_integer = real = real_vector = positive = nonnegative = Constraint()
unit_interval = simplex = lower_triangular = lower_cholesky = corr_cholesky = positive_definite = positive_semidefinite = Constraint()
symmetric = square = one_hot = multinomial = integer_interval = interval = half_open_interval = greater_than = greater_than_eq = Constraint()
less_than = independent = cat = stack = Constraint()

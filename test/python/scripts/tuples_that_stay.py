# What concatenation and repetition give back as it is.
class Own(tuple):
    pass


print(tuple([]) == () * 3, (lambda empty: empty * 1 is empty)(tuple([])))
for count in range(1, 3):
    whole = tuple(range(count))
    own = Own(whole)
    print(count, whole * 1 is whole, 1 * whole is whole, whole + () is whole, () + whole is whole, whole[:] is whole,
          tuple(whole) is whole, own * 1 is own, own + () is own, type(own + ()).__name__, (own * 1) == whole)

# coding: no-such-thing
# a source in an encoding that is not known
print("not run")

"""Instructions by number: see dis."""

from dis import EXTENDED_ARG, HAVE_ARGUMENT, hasconst, opmap, opname

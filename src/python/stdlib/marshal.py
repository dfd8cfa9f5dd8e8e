"""Values as bytes: as pickle has them here."""

from pickle import dump, dumps, load, loads

version = 4

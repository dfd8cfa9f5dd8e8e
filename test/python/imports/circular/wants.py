from .needs import thing

other = 1

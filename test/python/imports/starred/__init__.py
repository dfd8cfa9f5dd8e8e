__all__ = ['inner', 'value']
value = 1
other = 2

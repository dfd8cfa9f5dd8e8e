__all__ = ['here', 'gone']
here = 1

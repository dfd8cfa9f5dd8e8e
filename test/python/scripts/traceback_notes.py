# an uncaught exception of a user class in a class body, with notes
class MyError(Exception):
    """Doc."""
class Outer:
    class Inner(MyError): pass
def run():
    e = Outer.Inner('hello')
    e.add_note('a note')
    e.add_note('two\nlines')
    raise e
run()

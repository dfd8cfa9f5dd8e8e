# a source that is no UTF-8 and does not say what it is: an error that names the byte and the line
print("not run")
x = "café"

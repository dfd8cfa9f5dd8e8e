# SystemExit with text goes to standard error
import sys
try:
    sys.exit(3)
except SystemExit as e:
    print(e.code)
print('last')
sys.exit('bye')

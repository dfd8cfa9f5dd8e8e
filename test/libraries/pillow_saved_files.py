import io
import os
import tempfile
from pathlib import Path

from PIL import Image

os.chdir(tempfile.mkdtemp())
image = Image.new('RGB', (8, 6))
image.save('a.png')
image.convert('L').save(Path('b.jpg'), quality=90)
buffer = io.BytesIO()
image.save(buffer, format='PNG')
with open('c.png', 'wb') as file:
    image.save(file, 'PNG')
print(sorted(os.listdir('.')), os.path.isfile('a.png'))
os.remove('a.png')
print(os.path.exists('a.png'))

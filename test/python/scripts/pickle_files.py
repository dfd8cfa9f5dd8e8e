# a pickle that another program wrote beside the script is read, one after another; what is written in a run is read back
import os, pickle, tempfile
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'pickle_files.pkl')
if os.path.exists(path):
    with open(path, 'rb') as f:
        meta = pickle.load(f)
        print(meta['vocab_size'], meta, f.tell())
        print(pickle.load(f), pickle.load(f))
        try: pickle.load(f)
        except EOFError as e: print('EOFError', e)
with open(path, 'rb') as f: data = f.read()
print(len(data), pickle.loads(data)['stoi']['c'], os.path.getsize(path))
with tempfile.TemporaryDirectory() as folder:
    target = os.path.join(folder, 'out.pkl')
    with open(target, 'wb') as f:
        pickle.dump(meta, f)
        pickle.dump({'step': 3}, f)
    print(os.path.getsize(target))
    with open(target, 'rb') as f: print(pickle.load(f) == meta, pickle.Unpickler(f).load())
    with open(target, 'ab') as f: pickle.dump('more', f)
    with open(target, 'rb') as f:
        items = []
        while True:
            try: items.append(pickle.load(f))
            except EOFError: break
    print(len(items), items[1:])

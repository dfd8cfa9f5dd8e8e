# UUIDs by name and by number; their forms, order and errors.
import uuid
u = uuid.UUID('12345678-1234-5678-1234-567812345678')
print(u, repr(u), u.hex, u.int, u.urn, u.bytes[:4], u.fields, u.version, u.variant, u.time_low, u.node, u.bytes_le[:4])
print(uuid.uuid5(uuid.NAMESPACE_DNS, 'python.org'), uuid.uuid3(uuid.NAMESPACE_URL, 'http://x'), uuid.UUID(int=5), uuid.UUID('{12345678123456781234567812345678}') == u, hash(u) == hash(uuid.UUID(u.hex)), u < uuid.UUID(int=2**127), uuid.UUID(bytes=b'\1' * 16))
r = uuid.uuid4(); print(r.version, len(str(r)), r != uuid.uuid4(), uuid.uuid1().version)
for bad in (lambda: uuid.UUID('xyz'), lambda: uuid.UUID(), lambda: uuid.UUID(int=-1), lambda: uuid.UUID(bytes=b'1'), lambda: setattr(u, 'int', 3)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)

"""Mail and headers."""


def message_from_string(s, *args, **kws):
    from email.message import Message
    message = Message()
    head, _, body = s.partition('\n\n')
    for line in head.splitlines():
        if line[:1] in ' \t' and message._headers:
            key, value = message._headers[-1]
            message._headers[-1] = (key, value + '\n' + line)
        elif ':' in line:
            key, _, value = line.partition(':')
            message._headers.append((key, value.strip()))
    message.set_payload(body)
    return message


def message_from_bytes(s, *args, **kws):
    return message_from_string(s.decode())


def message_from_file(fp, *args, **kws):
    return message_from_string(fp.read())


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)

"""Escaping of XML."""


def escape(data, entities={}):
    data = data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;')
    for key, value in entities.items():
        data = data.replace(key, value)
    return data


def unescape(data, entities={}):
    data = data.replace('&lt;', '<').replace('&gt;', '>')
    for key, value in entities.items():
        data = data.replace(key, value)
    return data.replace('&amp;', '&')


def quoteattr(data, entities={}):
    data = escape(data, {**entities, '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
    if '"' in data:
        return "'" + data + "'" if "'" not in data else '"' + data.replace('"', '&quot;') + '"'
    return '"' + data + '"'

"""The commonest named characters of HTML."""

__all__ = ['html5', 'name2codepoint', 'codepoint2name', 'entitydefs']

name2codepoint = {
    'quot': 34, 'amp': 38, 'lt': 60, 'gt': 62, 'nbsp': 160, 'iexcl': 161, 'cent': 162, 'pound': 163, 'yen': 165, 'sect': 167,
    'copy': 169, 'laquo': 171, 'reg': 174, 'deg': 176, 'plusmn': 177, 'sup2': 178, 'sup3': 179, 'micro': 181, 'para': 182,
    'middot': 183, 'raquo': 187, 'frac12': 189, 'iquest': 191, 'Agrave': 192, 'Aacute': 193, 'Auml': 196, 'Ccedil': 199,
    'Eacute': 201, 'Ntilde': 209, 'Ouml': 214, 'times': 215, 'Uuml': 220, 'szlig': 223, 'agrave': 224, 'aacute': 225,
    'acirc': 226, 'auml': 228, 'ccedil': 231, 'egrave': 232, 'eacute': 233, 'ecirc': 234, 'iacute': 237, 'ntilde': 241,
    'oacute': 243, 'ocirc': 244, 'ouml': 246, 'divide': 247, 'uacute': 250, 'uuml': 252, 'ndash': 8211, 'mdash': 8212,
    'lsquo': 8216, 'rsquo': 8217, 'ldquo': 8220, 'rdquo': 8221, 'bull': 8226, 'hellip': 8230, 'euro': 8364, 'trade': 8482,
    'larr': 8592, 'uarr': 8593, 'rarr': 8594, 'darr': 8595, 'minus': 8722, 'le': 8804, 'ge': 8805, 'ne': 8800,
}
codepoint2name = {code: name for name, code in name2codepoint.items()}
entitydefs = {name: chr(code) for name, code in name2codepoint.items()}
html5 = {}
for _name, _code in name2codepoint.items():
    html5[_name + ';'] = chr(_code)
    if _code < 256:
        html5[_name] = chr(_code)
html5['apos;'] = "'"
del _name, _code

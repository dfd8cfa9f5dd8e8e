"""What `string.Formatter` and templating libraries take format strings apart with."""

import re
import string


def formatter_parser(text):
    return string.Formatter().parse(text)


def formatter_field_name_split(text):
    first = re.match(r'[^.\[]*', text).group()
    rest = [(True, attribute) if attribute else (False, int(item) if item.isdigit() else item)
            for attribute, item in re.findall(r'\.([^.\[]+)|\[([^\]]*)\]', text[len(first):])]
    return int(first) if first.isdigit() else first, iter(rest)

"""Text in lines of a given width."""

import re

__all__ = ['TextWrapper', 'wrap', 'fill', 'dedent', 'indent', 'shorten']

_whitespace = '\t\n\x0b\x0c\r '


class TextWrapper:
    unicode_whitespace_trans = dict.fromkeys(map(ord, _whitespace), ord(' '))
    _wordsep_simple = re.compile(r'(\s+)')
    _sentence_end = re.compile(r'[a-z][\.\!\?][\"\']?\Z')

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _split(self, text):
        if not self.break_on_hyphens:
            return [c for c in self._wordsep_simple.split(text) if c]
        chunks = []
        for chunk in self._wordsep_simple.split(text):
            if not chunk:
                continue
            if chunk.isspace() or '-' not in chunk:
                chunks.append(chunk)
            else:
                chunks.extend(self._split_hyphens(chunk))
        return chunks

    def _split_hyphens(self, word):
        """Parts of a word that may be broken after a hyphen between letters, or at a dash."""
        parts = []
        start = 0
        i = 0
        n = len(word)
        while i < n:
            if word[i] != '-':
                i += 1
                continue
            j = i
            while j < n and word[j] == '-':
                j += 1
            if j - i >= 2:
                if i > start and (word[i - 1].isalnum() or word[i - 1] in '_!"\'&.,?') and j < n and (word[j].isalnum() or word[j] == '_'):
                    parts.append(word[start:i])
                    parts.append(word[i:j])
                    start = j
            else:
                before = word[start:i]
                letters_before = len(before) >= 2 and before[-1].isalpha() and before[-2].isalpha() \
                    or len(before) >= 3 and before[-1].isalpha() and before[-2] == '-' and before[-3].isalpha()
                after = word[j:j + 3]
                letters_after = after[:1].isalpha() and (after[1:2].isalpha() or after[1:2] == '-' and after[2:3].isalpha())
                if letters_before and letters_after:
                    parts.append(word[start:j])
                    start = j
            i = j
        if start < n:
            parts.append(word[start:])
        return parts

    def wrap(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(self.unicode_whitespace_trans)
        chunks = self._split(text)
        if self.fix_sentence_endings:
            for i in range(len(chunks) - 1):
                if chunks[i + 1] == ' ' and self._sentence_end.search(chunks[i]):
                    chunks[i + 1] = '  '
        return self._wrap_chunks(chunks)

    def _wrap_chunks(self, chunks):
        lines = []
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        chunks = chunks[::-1]
        while chunks:
            cur_line = []
            cur_len = 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == '' and lines:
                del chunks[-1]
            while chunks:
                length = len(chunks[-1])
                if cur_len + length <= width:
                    cur_line.append(chunks.pop())
                    cur_len += length
                else:
                    break
            if chunks and len(chunks[-1]) > width:
                self._handle_long_word(chunks, cur_line, cur_len, width)
                cur_len = sum(map(len, cur_line))
            if self.drop_whitespace and cur_line and cur_line[-1].strip() == '':
                cur_len -= len(cur_line[-1])
                del cur_line[-1]
            if cur_line:
                if (self.max_lines is None or len(lines) + 1 < self.max_lines
                        or (not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())
                        and cur_len <= width):
                    lines.append(indent + ''.join(cur_line))
                else:
                    while cur_line:
                        if cur_line[-1].strip() and cur_len + len(self.placeholder) <= width:
                            cur_line.append(self.placeholder)
                            lines.append(indent + ''.join(cur_line))
                            break
                        cur_len -= len(cur_line[-1])
                        del cur_line[-1]
                    else:
                        if lines:
                            prev_line = lines[-1].rstrip()
                            if len(prev_line) + len(self.placeholder) <= self.width:
                                lines[-1] = prev_line + self.placeholder
                                break
                        lines.append(indent + self.placeholder.lstrip())
                    break
        return lines

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        space_left = 1 if width < 1 else width - cur_len
        if self.break_long_words:
            end = space_left
            chunk = reversed_chunks[-1]
            if self.break_on_hyphens and len(chunk) > space_left:
                hyphen = chunk.rfind('-', 0, space_left)
                if hyphen > 0 and any(c != '-' for c in chunk[:hyphen]):
                    end = hyphen + 1
            cur_line.append(chunk[:end])
            reversed_chunks[-1] = chunk[end:]
        elif not cur_line:
            cur_line.append(reversed_chunks.pop())

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    """The text without the margin that all its lines have."""
    lines = [line if line.strip(' \t') else '' for line in text.split('\n')]
    margin = None
    for line in lines:
        if not line:
            continue
        indent = line[:len(line) - len(line.lstrip(' \t'))]
        if margin is None:
            margin = indent
        elif indent.startswith(margin):
            pass
        elif margin.startswith(indent):
            margin = indent
        else:
            for i, (x, y) in enumerate(zip(margin, indent)):
                if x != y:
                    margin = margin[:i]
                    break
    if margin:
        lines = [line[len(margin):] if line else line for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    """The text with a prefix before each line that isn't blank."""
    if predicate is None:
        predicate = lambda line: line.strip()
    return ''.join([prefix + line if predicate(line) else line for line in text.splitlines(True)])

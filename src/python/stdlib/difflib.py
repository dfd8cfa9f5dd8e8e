"""Differences between sequences."""

from types import GenericAlias as _GenericAlias
from collections import namedtuple

__all__ = ['get_close_matches', 'ndiff', 'SequenceMatcher', 'Differ', 'unified_diff', 'context_diff', 'Match']

Match = namedtuple('Match', 'a b size')


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk = isjunk
        self.autojunk = autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        b2j = self.b2j = {}
        for i, elt in enumerate(b):
            b2j.setdefault(elt, []).append(i)
        self.bjunk = junk = set()
        if self.isjunk:
            for elt in list(b2j):
                if self.isjunk(elt):
                    junk.add(elt)
                    del b2j[elt]
        self.bpopular = set()
        n = len(b)
        if self.autojunk and n >= 200:
            ntest = n // 100 + 1
            for elt, idxs in list(b2j.items()):
                if len(idxs) > ntest:
                    self.bpopular.add(elt)
                    del b2j[elt]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        a, b, b2j, isbjunk = self.a, self.b, self.b2j, self.bjunk.__contains__
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        besti, bestj, bestsize = alo, blo, 0
        j2len = {}
        for i in range(alo, ahi):
            newj2len = {}
            for j in b2j.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = newj2len[j] = j2len.get(j - 1, 0) + 1
                if k > bestsize:
                    besti, bestj, bestsize = i - k + 1, j - k + 1, k
            j2len = newj2len
        for junk in (False, True):
            while besti > alo and bestj > blo and isbjunk(b[bestj - 1]) == junk and a[besti - 1] == b[bestj - 1]:
                besti, bestj, bestsize = besti - 1, bestj - 1, bestsize + 1
            while besti + bestsize < ahi and bestj + bestsize < bhi and isbjunk(b[bestj + bestsize]) == junk \
                    and a[besti + bestsize] == b[bestj + bestsize]:
                bestsize += 1
        return Match(besti, bestj, bestsize)

    def get_matching_blocks(self):
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        queue = [(0, la, 0, lb)]
        matching_blocks = []
        while queue:
            alo, ahi, blo, bhi = queue.pop()
            i, j, k = x = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                matching_blocks.append(x)
                if alo < i and blo < j:
                    queue.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    queue.append((i + k, ahi, j + k, bhi))
        matching_blocks.sort()
        i1 = j1 = k1 = 0
        non_adjacent = []
        for i2, j2, k2 in matching_blocks:
            if i1 + k1 == i2 and j1 + k1 == j2:
                k1 += k2
            else:
                if k1:
                    non_adjacent.append((i1, j1, k1))
                i1, j1, k1 = i2, j2, k2
        if k1:
            non_adjacent.append((i1, j1, k1))
        non_adjacent.append((la, lb, 0))
        self.matching_blocks = [Match(*m) for m in non_adjacent]
        return self.matching_blocks

    def get_opcodes(self):
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = answer = []
        for ai, bj, size in self.get_matching_blocks():
            tag = ''
            if i < ai and j < bj:
                tag = 'replace'
            elif i < ai:
                tag = 'delete'
            elif j < bj:
                tag = 'insert'
            if tag:
                answer.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                answer.append(('equal', ai, i, bj, j))
        return answer

    def get_grouped_opcodes(self, n=3):
        codes = self.get_opcodes() or [('equal', 0, 1, 0, 1)]
        codes = list(codes)
        if codes[0][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > n + n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def ratio(self):
        matches = sum(triple[-1] for triple in self.get_matching_blocks())
        return _ratio(matches, len(self.a) + len(self.b))

    def quick_ratio(self):
        avail = {}
        for elt in self.b:
            avail[elt] = avail.get(elt, 0) + 1
        matches = 0
        for elt in self.a:
            if avail.get(elt, 0) > 0:
                avail[elt] -= 1
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        la, lb = len(self.a), len(self.b)
        return _ratio(min(la, lb), la + lb)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The best matches among possibilities, best first."""
    if not n > 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    result = []
    s = SequenceMatcher()
    s.set_seq2(word)
    for x in possibilities:
        s.set_seq1(x)
        if s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff and s.ratio() >= cutoff:
            result.append((s.ratio(), x))
    result.sort(reverse=True)
    return [x for score, x in result[:n]]


def _format_range(start, stop):
    beginning = start + 1
    length = stop - start
    if length == 1:
        return '{}'.format(beginning)
    if not length:
        beginning -= 1
    return '{},{}'.format(beginning, length)


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield '--- {}{}{}'.format(fromfile, '\t{}'.format(fromfiledate) if fromfiledate else '', lineterm)
            yield '+++ {}{}{}'.format(tofile, '\t{}'.format(tofiledate) if tofiledate else '', lineterm)
        first, last = group[0], group[-1]
        yield '@@ -{} +{} @@{}'.format(_format_range(first[1], last[2]), _format_range(first[3], last[4]), lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                for line in a[i1:i2]:
                    yield ' ' + line
                continue
            if tag in {'replace', 'delete'}:
                for line in a[i1:i2]:
                    yield '-' + line
            if tag in {'replace', 'insert'}:
                for line in b[j1:j2]:
                    yield '+' + line


def _context_range(start, stop):
    length = stop - start
    if not length:
        return f'{start}'
    return f'{start + 1}' if length <= 1 else f'{start + 1},{start + length}'


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    prefix = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = f'\t{fromfiledate}' if fromfiledate else ''
            todate = f'\t{tofiledate}' if tofiledate else ''
            yield f'*** {fromfile}{fromdate}{lineterm}'
            yield f'--- {tofile}{todate}{lineterm}'
        first, last = group[0], group[-1]
        yield '***************' + lineterm
        yield f'*** {_context_range(first[1], last[2])} ****{lineterm}'
        if any(tag in ('replace', 'delete') for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != 'insert':
                    yield from [prefix[tag] + line for line in a[i1:i2]]
        yield f'--- {_context_range(first[3], last[4])} ----{lineterm}'
        if any(tag in ('replace', 'insert') for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != 'delete':
                    yield from [prefix[tag] + line for line in b[j1:j2]]


def IS_LINE_JUNK(line, pat=None):
    return line.strip() in ('', '#')


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    return ch in ws


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    tag = {1: '- ', 2: '+ '}[int(which)]
    for line in delta:
        if line[:2] in ('  ', tag):
            yield line[2:]


class Differ:
    """Differences line by line, and within lines that are alike."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        for tag, i1, i2, j1, j2 in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._fancy(a, i1, i2, b, j1, j2)
            elif tag == 'equal':
                yield from ['  ' + line for line in a[i1:i2]]
            else:
                yield from ['- ' + line for line in a[i1:i2]]
                yield from ['+ ' + line for line in b[j1:j2]]

    def _plain(self, a, alo, ahi, b, blo, bhi):
        first, second = ['- ' + line for line in a[alo:ahi]], ['+ ' + line for line in b[blo:bhi]]
        return second + first if bhi - blo < ahi - alo else first + second

    def _fancy(self, a, alo, ahi, b, blo, bhi):
        """The pair of lines most alike divides the block."""
        best_ratio, cutoff = 0.74, 0.75
        cruncher = SequenceMatcher(self.charjunk)
        best = same = None
        for j in range(blo, bhi):
            cruncher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if same is None:
                        same = i, j
                    continue
                cruncher.set_seq1(a[i])
                if cruncher.real_quick_ratio() > best_ratio and cruncher.quick_ratio() > best_ratio:
                    ratio = cruncher.ratio()
                    if ratio > best_ratio:
                        best_ratio, best = ratio, (i, j)
        if best_ratio < cutoff:
            if same is None:
                yield from self._plain(a, alo, ahi, b, blo, bhi)
                return
            best = same
        else:
            same = None
        i, j = best
        yield from self._block(a, alo, i, b, blo, j)
        if same is None:
            atags = btags = ''
            cruncher.set_seqs(a[i], b[j])
            for tag, i1, i2, j1, j2 in cruncher.get_opcodes():
                la, lb = i2 - i1, j2 - j1
                if tag == 'replace':
                    atags += '^' * la
                    btags += '^' * lb
                elif tag == 'delete':
                    atags += '-' * la
                elif tag == 'insert':
                    btags += '+' * lb
                else:
                    atags += ' ' * la
                    btags += ' ' * lb
            for sign, line, tags in (('-', a[i], atags), ('+', b[j], btags)):
                yield f'{sign} {line}'
                tags = ''.join(['\t' if c == '\t' and t == ' ' else t for c, t in zip(line, tags)]) + tags[len(line):]
                tags = tags.rstrip()
                if tags:
                    yield f'? {tags}\n'
        else:
            yield '  ' + a[i]
        yield from self._block(a, i + 1, ahi, b, j + 1, bhi)

    def _block(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._fancy(a, alo, ahi, b, blo, bhi)
            else:
                yield from ['- ' + line for line in a[alo:ahi]]
        elif blo < bhi:
            yield from ['+ ' + line for line in b[blo:bhi]]


class HtmlDiff:
    pass

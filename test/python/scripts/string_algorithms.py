# small programs on text: counting, reversing words, caesar, palindromes, anagrams, roman numerals
text = 'the quick brown fox jumps over the lazy dog the end'
counts = {}
for w in text.split(): counts[w] = counts.get(w, 0) + 1
print(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:3], ' '.join(w[::-1] for w in text.split()), ''.join(sorted(set(text) - {' '})))
def caesar(s, n): return ''.join(chr((ord(c) - 97 + n) % 26 + 97) if c.islower() else c for c in s)
print(caesar('hello', 3), caesar(caesar('hello', 3), -3), [w for w in 'level noon abc'.split() if w == w[::-1]])
groups = {}
for w in ['eat', 'tea', 'tan', 'ate', 'nat', 'bat']: groups.setdefault(''.join(sorted(w)), []).append(w)
print(groups)
def roman(n):
    out = ''
    for v, s in [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]:
        while n >= v: out += s; n -= v
    return out
print([roman(n) for n in (1994, 2024, 49)])
def tokens(s):
    i = 0; out = []
    while i < len(s):
        if s[i].isdigit():
            j = i
            while j < len(s) and s[j].isdigit(): j += 1
            out.append(int(s[i:j])); i = j
        elif s[i].isspace(): i += 1
        else: out.append(s[i]); i += 1
    return out
def parse(t):
    def expr():
        v = term()
        while t and t[0] in '+-' if t and isinstance(t[0], str) else False:
            op = t.pop(0); r = term(); v = v + r if op == '+' else v - r
        return v
    def term():
        v = atom()
        while t and t[0] in ('*', '/'):
            op = t.pop(0); r = atom(); v = v * r if op == '*' else v / r
        return v
    def atom():
        x = t.pop(0)
        if x == '(':
            v = expr(); t.pop(0); return v
        return x
    return expr()
print(parse(tokens('2 + 3 * (4 - 1) / 2')), tokens('12+(3*45)'))
print('\n'.join(f'{n:>3}|{"#" * n:<5}|{n / 3:6.2f}' for n in range(1, 5)))

/**
 * Characters by their Unicode name, for `\N{…}`.
 *
 * The whole database is too large to ship; here are letters, digits, and the signs that turn up in
 * programs. A name that is not here is an error to the parser.
 */

const GREEK =
  'ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO SIGMA TAU UPSILON PHI CHI PSI OMEGA'.split(
    ' ',
  );

const SIGNS: Record<string, number> = {
  NULL: 0x00,
  SPACE: 0x20,
  'EXCLAMATION MARK': 0x21,
  'QUOTATION MARK': 0x22,
  'NUMBER SIGN': 0x23,
  'DOLLAR SIGN': 0x24,
  'PERCENT SIGN': 0x25,
  AMPERSAND: 0x26,
  APOSTROPHE: 0x27,
  'LEFT PARENTHESIS': 0x28,
  'RIGHT PARENTHESIS': 0x29,
  ASTERISK: 0x2a,
  'PLUS SIGN': 0x2b,
  COMMA: 0x2c,
  'HYPHEN-MINUS': 0x2d,
  'FULL STOP': 0x2e,
  SOLIDUS: 0x2f,
  COLON: 0x3a,
  SEMICOLON: 0x3b,
  'LESS-THAN SIGN': 0x3c,
  'EQUALS SIGN': 0x3d,
  'GREATER-THAN SIGN': 0x3e,
  'QUESTION MARK': 0x3f,
  'COMMERCIAL AT': 0x40,
  'LEFT SQUARE BRACKET': 0x5b,
  'REVERSE SOLIDUS': 0x5c,
  'RIGHT SQUARE BRACKET': 0x5d,
  'CIRCUMFLEX ACCENT': 0x5e,
  'LOW LINE': 0x5f,
  'GRAVE ACCENT': 0x60,
  'LEFT CURLY BRACKET': 0x7b,
  'VERTICAL LINE': 0x7c,
  'RIGHT CURLY BRACKET': 0x7d,
  TILDE: 0x7e,
  'NO-BREAK SPACE': 0xa0,
  'CENT SIGN': 0xa2,
  'POUND SIGN': 0xa3,
  'YEN SIGN': 0xa5,
  'SECTION SIGN': 0xa7,
  'COPYRIGHT SIGN': 0xa9,
  'LEFT-POINTING DOUBLE ANGLE QUOTATION MARK': 0xab,
  'SOFT HYPHEN': 0xad,
  'REGISTERED SIGN': 0xae,
  'DEGREE SIGN': 0xb0,
  'PLUS-MINUS SIGN': 0xb1,
  'SUPERSCRIPT TWO': 0xb2,
  'SUPERSCRIPT THREE': 0xb3,
  'MICRO SIGN': 0xb5,
  'MIDDLE DOT': 0xb7,
  'RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK': 0xbb,
  'MULTIPLICATION SIGN': 0xd7,
  'LATIN SMALL LETTER SHARP S': 0xdf,
  'DIVISION SIGN': 0xf7,
  'COMBINING ACUTE ACCENT': 0x301,
  'EN SPACE': 0x2002,
  'EM SPACE': 0x2003,
  HYPHEN: 0x2010,
  'EN DASH': 0x2013,
  'EM DASH': 0x2014,
  'LEFT SINGLE QUOTATION MARK': 0x2018,
  'RIGHT SINGLE QUOTATION MARK': 0x2019,
  'LEFT DOUBLE QUOTATION MARK': 0x201c,
  'RIGHT DOUBLE QUOTATION MARK': 0x201d,
  DAGGER: 0x2020,
  BULLET: 0x2022,
  'HORIZONTAL ELLIPSIS': 0x2026,
  'ZERO WIDTH SPACE': 0x200b,
  'ZERO WIDTH JOINER': 0x200d,
  'NARROW NO-BREAK SPACE': 0x202f,
  'EURO SIGN': 0x20ac,
  SNOWMAN: 0x2603,
  'LEFTWARDS ARROW': 0x2190,
  'UPWARDS ARROW': 0x2191,
  'RIGHTWARDS ARROW': 0x2192,
  'DOWNWARDS ARROW': 0x2193,
  'FOR ALL': 0x2200,
  'PARTIAL DIFFERENTIAL': 0x2202,
  'THERE EXISTS': 0x2203,
  NABLA: 0x2207,
  'EMPTY SET': 0x2205,
  'ELEMENT OF': 0x2208,
  'N-ARY SUMMATION': 0x2211,
  'MINUS SIGN': 0x2212,
  'SQUARE ROOT': 0x221a,
  INFINITY: 0x221e,
  'ALMOST EQUAL TO': 0x2248,
  'NOT EQUAL TO': 0x2260,
  'LESS-THAN OR EQUAL TO': 0x2264,
  'GREATER-THAN OR EQUAL TO': 0x2265,
  'FULL BLOCK': 0x2588,
  'BLACK SQUARE': 0x25a0,
  'WHITE HEAVY CHECK MARK': 0x2705,
  'CHECK MARK': 0x2713,
  'BALLOT X': 0x2717,
  'LONG RIGHTWARDS SQUIGGLE ARROW': 0x27ff,
  'REPLACEMENT CHARACTER': 0xfffd,
  'ZERO WIDTH NO-BREAK SPACE': 0xfeff,
};

const MARKS: Record<string, number> = {
  GRAVE: 0x300,
  ACUTE: 0x301,
  CIRCUMFLEX: 0x302,
  TILDE: 0x303,
  MACRON: 0x304,
  BREVE: 0x306,
  'DOT ABOVE': 0x307,
  DIAERESIS: 0x308,
  'RING ABOVE': 0x30a,
  'DOUBLE ACUTE': 0x30b,
  CARON: 0x30c,
  CEDILLA: 0x327,
  OGONEK: 0x328,
};

const DIGITS = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];

/** The character of a Unicode name (in any case), or undefined where the name is not known here. */
export function characterByName(name: string): string | undefined {
  const upper = name.toUpperCase();
  const sign = SIGNS[upper];
  if (sign !== undefined) return String.fromCodePoint(sign);
  const digit = /^DIGIT (\w+)$/.exec(upper);
  if (digit && DIGITS.includes(digit[1]!)) return String(DIGITS.indexOf(digit[1]!));
  const latin = /^LATIN (CAPITAL|SMALL) LETTER ([A-Z])(?: WITH (.+))?$/.exec(upper);
  if (latin) {
    const letter = latin[1] === 'SMALL' ? latin[2]!.toLowerCase() : latin[2]!;
    if (latin[3] === undefined) return letter;
    const mark = MARKS[latin[3]];
    const composed = mark === undefined ? '' : (letter + String.fromCharCode(mark)).normalize('NFC');
    return composed.length === 1 ? composed : undefined;
  }
  const greek = /^GREEK (CAPITAL|SMALL) LETTER (FINAL )?(\w+)$/.exec(upper);
  if (greek) {
    const index = GREEK.indexOf(greek[3]!);
    if (index < 0) return undefined;
    if (greek[2]) return index === 17 && greek[1] === 'SMALL' ? '\u03c2' : undefined;
    // Between rho and sigma stands the final sigma, or in capitals nothing.
    return String.fromCodePoint((greek[1] === 'SMALL' ? 0x3b1 : 0x391) + index + (index >= 17 ? 1 : 0));
  }
  return undefined;
}

//! One pass over the text: words, numbers, symbols and line ends, with byte offsets.
//!
//! Everything behind this step reads tokens and never scans the characters again. Words that stand in the
//! [`crate::tables`] carry their number, so that the grammars compare numbers instead of strings.

use std::ops::Range;

use crate::span::Span;
use crate::tables::{self, WordId};

/// What a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A run of letters (and combining marks).
    Word,
    /// A run of ASCII digits.
    Number,
    /// One character that is neither letter, digit nor white space.
    Symbol,
    /// White space with one line end in it.
    LineEnd,
    /// White space with two or more line ends in it: an empty line.
    BlankLine,
}

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// Starts with a lower-case letter, or is no word.
    Lower,
    /// Starts with an upper-case letter, another follows in lower case, or it is a single upper-case letter.
    Title,
    /// Two or more letters, all upper-case.
    Upper,
}

/// A token of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    start: u32,
    end: u32,
    /// What it is made of.
    pub(crate) kind: TokenKind,
    /// How it is written.
    pub(crate) case: Case,
    /// Does white space (or the start of the text) stand before it?
    pub(crate) spaced: bool,
    /// Is it a word of ASCII letters alone?
    pub(crate) ascii: bool,
    /// Its number in the word tables; only words have one.
    pub(crate) word: WordId,
    /// The classes of the senses that this number has, as [`WordId::classes`] gives them.
    pub(crate) classes: u32,
    /// The character of a symbol; `\0` for other tokens.
    pub(crate) symbol: char,
}

impl Token {
    /// Where it stands.
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// Its text.
    pub(crate) fn of<'t>(&self, text: &'t str) -> &'t str {
        self.span().of(text)
    }

    /// Is it this symbol?
    pub(crate) fn is(&self, symbol: char) -> bool {
        // No symbol is `\0`, so that only symbols are equal to one.
        self.symbol == symbol
    }

    /// Does the line end here?
    pub(crate) fn ends_line(&self) -> bool {
        matches!(self.kind, TokenKind::LineEnd | TokenKind::BlankLine)
    }
}

/// The longest document that is read, in bytes: offsets are kept in 32 bits.
pub const LONGEST_DOCUMENT: usize = 1 << 30;

/// Cut `text` into tokens. Text behind [`LONGEST_DOCUMENT`] bytes is not read.
pub(crate) fn scan(text: &str) -> Vec<Token> {
    // Prose has a token for five bytes, and listings one for three.
    let mut tokens = Vec::with_capacity(text.len() / 3);
    let mut folded = Vec::with_capacity(64);
    let bytes = text.as_bytes();
    let limit = bytes.len().min(LONGEST_DOCUMENT);
    let (mut at, mut spaced) = (0, true);
    while at < limit {
        let start = at;
        // Most characters are ASCII, and most of them belong to words or part them by a single blank.
        let byte = bytes[at];
        if byte == b' ' && bytes.get(at + 1).is_some_and(u8::is_ascii_graphic) {
            (at, spaced) = (at + 1, true);
            continue;
        }
        if byte.is_ascii_alphabetic()
            && let Some(mut found) = ascii_word(bytes, start, limit)
        {
            found.spaced = spaced;
            at = found.end as usize;
            tokens.push(found);
            spaced = false;
            continue;
        }
        if byte.is_ascii_digit() {
            at += 1;
            while at < limit && bytes[at].is_ascii_digit() {
                at += 1;
            }
            tokens.push(token(start, at, TokenKind::Number, spaced));
            spaced = false;
            continue;
        }
        if byte.is_ascii_punctuation() {
            at += 1;
            tokens.push(Token { symbol: char::from(byte), ..token(start, at, TokenKind::Symbol, spaced) });
            spaced = false;
            continue;
        }
        let c = char_at(text, at);
        at += c.len_utf8();
        if is_space(c) {
            let mut line_ends = usize::from(c == '\n');
            while at < limit {
                let next = char_at(text, at);
                if !is_space(next) {
                    break;
                }
                line_ends += usize::from(next == '\n');
                at += next.len_utf8();
            }
            spaced = true;
            if line_ends > 0 {
                let kind = if line_ends == 1 { TokenKind::LineEnd } else { TokenKind::BlankLine };
                tokens.push(token(start, at, kind, true));
            }
            continue;
        }
        let mut found = token(start, at, TokenKind::Symbol, spaced);
        if is_letter(c) {
            folded.clear();
            tables::fold_char(c, &mut folded);
            let (mut upper, mut letters) = (u32::from(c.is_uppercase()), 1);
            while at < limit {
                let next = char_at(text, at);
                if !is_letter(next) && !is_mark(next) {
                    break;
                }
                if folded.len() <= tables::LONGEST_WORD {
                    tables::fold_char(next, &mut folded);
                }
                upper += u32::from(next.is_uppercase());
                letters += u32::from(!is_mark(next));
                at += next.len_utf8();
            }
            found.kind = TokenKind::Word;
            found.ascii = bytes[start..at].is_ascii();
            found.case = match (c.is_uppercase(), upper == letters && letters > 1) {
                (_, true) => Case::Upper,
                (true, false) => Case::Title,
                (false, false) => Case::Lower,
            };
            found.word = tables::lookup(&folded);
            found.classes = found.word.classes();
        } else {
            found.symbol = c;
        }
        found.end = at as u32;
        tokens.push(found);
        spaced = false;
    }
    tokens
}

/// The word of ASCII letters that begins at `start`; none where another character belongs to it.
fn ascii_word(bytes: &[u8], start: usize, limit: usize) -> Option<Token> {
    let rest = &bytes[start..limit];
    let length = letters(rest);
    if rest.get(length).is_some_and(|byte| !byte.is_ascii()) {
        return None;
    }
    let mut found = token(start, start + length, TokenKind::Word, false);
    found.ascii = true;
    let upper = if let Some(&eight) = rest.first_chunk().filter(|_| length <= 8) {
        // Eight letters at once: the fifth bit tells upper case from lower.
        let mask = u64::MAX >> (64 - 8 * length);
        let (word, lower) = (u64::from_le_bytes(eight) & mask, 0x2020_2020_2020_2020 & mask);
        (found.word, found.classes) = tables::lookup_short(word | lower);
        (!word & lower).count_ones() as usize
    } else {
        let word = &rest[..length];
        if length <= tables::LONGEST_WORD {
            let mut folded = [0; tables::LONGEST_WORD];
            folded[..length].copy_from_slice(word);
            folded[..length].make_ascii_lowercase();
            found.word = tables::lookup(&folded[..length]);
            found.classes = found.word.classes();
        }
        word.iter().filter(|byte| byte.is_ascii_uppercase()).count()
    };
    found.case = match (rest[0].is_ascii_uppercase(), upper == length && length > 1) {
        (_, true) => Case::Upper,
        (true, false) => Case::Title,
        (false, false) => Case::Lower,
    };
    Some(found)
}

/// The tokens that lie in `span`, or reach into it.
pub(crate) fn within(tokens: &[Token], span: Span) -> Range<usize> {
    let from = tokens.partition_point(|token| token.span().end <= span.start);
    let to = tokens.partition_point(|token| token.span().start < span.end);
    from..to.max(from)
}

/// How many ASCII letters `bytes` begin with.
fn letters(bytes: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let first = bytes.first_chunk().map(|&eight| {
        // Eight at once. In lower case, and without its highest bit, a letter is at least `a` and no more than `z`: added to
        // what is missing to 128, only the former sets the highest bit again.
        let eight = u64::from_le_bytes(eight);
        let low = (eight | (EACH * 0x20)) & (EACH * 0x7f);
        let letters = (low + EACH * 0x1f) & !(low + EACH * 0x05) & !eight & (EACH * 0x80);
        ((letters ^ (EACH * 0x80)).trailing_zeros() / 8) as usize
    });
    let known = first.unwrap_or_default();
    if known < 8 && first.is_some() {
        return known;
    }
    let rest = bytes.iter().skip(known);
    known + rest.take_while(|byte| byte.is_ascii_alphabetic()).count()
}

fn token(start: usize, end: usize, kind: TokenKind, spaced: bool) -> Token {
    Token {
        start: start as u32,
        end: end as u32,
        kind,
        case: Case::Lower,
        spaced,
        ascii: false,
        word: WordId::NONE,
        classes: 0,
        symbol: '\0',
    }
}

fn char_at(text: &str, at: usize) -> char {
    let byte = text.as_bytes()[at];
    if byte < 0x80 { byte as char } else { text[at..].chars().next().unwrap_or('\u{fffd}') }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || (!c.is_ascii() && c.is_alphabetic())
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// White space, zero-width spaces, byte-order marks and control characters: nothing that is seen.
fn is_space(c: char) -> bool {
    c <= ' ' || (!c.is_ascii() && (c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<&str> {
        scan(text).iter().map(|token| token.of(text)).collect()
    }

    #[test]
    fn words_numbers_symbols_and_line_ends() {
        assert_eq!(shown("às 10h52, 25–30%"), ["às", "10", "h", "52", ",", "25", "–", "30", "%"]);
        assert_eq!(shown("a\nb\n\n c"), ["a", "\n", "b", "\n\n ", "c"]);
        assert_eq!(shown("12:50\u{a0}PM"), ["12", ":", "50", "PM"]);
        assert_eq!(shown("mar\u{327}ço"), ["mar\u{327}ço"]);
    }

    #[test]
    fn tokens_of_a_part_of_the_text() {
        let tokens = scan("The disk is full.");
        let part = |start: usize, end: usize| within(&tokens, Span::new(start, end));
        assert_eq!(part(4, 11), 1..3);
        assert_eq!(part(6, 10), 1..3, "tokens that begin before, or end behind");
        assert_eq!((part(0, 0), part(4, 4)), (0..0, 1..1), "nothing is in nothing");
        assert_eq!(part(0, 99), 0..tokens.len());
    }

    #[test]
    fn letters_are_counted_eight_at_a_time() {
        for byte in 0..=u8::MAX {
            for before in [0, 3, 7, 8, 12] {
                let mut text = vec![b'q'; before];
                text.extend([byte, b'Z', b'[', b'a', b'@', b'{', b'`', 0x80, b' ']);
                let expected = text.iter().position(|byte| !byte.is_ascii_alphabetic());
                assert_eq!(Some(letters(&text)), expected, "{byte} behind {before} letters");
            }
        }
        assert_eq!(letters(b"abc"), 3);
    }

    #[test]
    fn spacing_and_case_are_kept() {
        let tokens = scan("UTC Utc u 5PM");
        let cases: Vec<_> = tokens.iter().map(|token| (token.case, token.spaced)).collect();
        assert_eq!(cases, [(Case::Upper, true), (Case::Title, true), (Case::Lower, true), (Case::Lower, true), (Case::Upper, false)]);
    }

    #[test]
    fn nothing_is_lost_but_white_space() {
        let text = "\u{feff}GROẞER AUSFALL at 5pm — İNDİSPONÍVEL às 17h\u{200b}!";
        let kept: String = scan(text).iter().map(|token| token.of(text)).collect();
        let expected: String = text.chars().filter(|&c| !is_space(c)).collect();
        assert_eq!(kept, expected);
    }
}

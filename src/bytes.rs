//! From bytes to text: byte-order marks, UTF-16, Windows-1252, double encoding, and what is no text at all.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::error::{Error, ErrorKind, Result};

/// Text that was made from bytes, and what had to be assumed on the way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Decoded {
    /// The text, without a byte-order mark.
    pub(crate) text: String,
    /// What a reader should know about how it was read.
    pub(crate) warnings: Vec<String>,
}

/// So many bytes are looked at to tell text from other files.
const LOOK: usize = 8 * 1024;

/// First bytes of files that are no text, and what to call them.
const SIGNATURES: [(&[u8], &str); 8] = [
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"PAR1", "a Parquet file"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
];

/// The encoding that the first bytes speak of by themselves: a byte-order mark, or zeros at every second place.
pub(crate) fn sniff_encoding(head: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return encoding;
    }
    let pairs = head[..head.len().min(LOOK)].chunks_exact(2);
    let (count, mut even, mut odd) = (pairs.len(), 0, 0);
    for pair in pairs {
        even += usize::from(pair[0] == 0);
        odd += usize::from(pair[1] == 0);
    }
    // Latin text in UTF-16 has a zero in nearly every pair, always on the same side.
    if count >= 2 && even * 10 >= count * 6 && odd * 10 <= count {
        UTF_16BE
    } else if count >= 2 && odd * 10 >= count * 6 && even * 10 <= count {
        UTF_16LE
    } else {
        UTF_8
    }
}

/// Turn `bytes` into text, or say why they are none.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<Decoded> {
    let encoding = sniff_encoding(&bytes);
    if encoding != UTF_8 {
        let (text, _, broken) = encoding.decode(&bytes);
        let mut warnings = Vec::new();
        if broken {
            warnings.push(format!("some of its {} is broken and was replaced by U+FFFD", encoding.name()));
        }
        return Ok(repair(Decoded { text: text.into_owned(), warnings }));
    }
    refuse_binary(&bytes)?;
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(repair(Decoded { text, warnings: Vec::new() })),
        Err(error) => decode_invalid(error.as_bytes()),
    }
}

fn refuse_binary(bytes: &[u8]) -> Result<()> {
    if let Some((_, what)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Err(Error::new(ErrorKind::NotText, format!("{what}, not text; extract its text first")));
    }
    let head = &bytes[..bytes.len().min(LOOK)];
    if head.contains(&0) {
        return Err(Error::new(ErrorKind::NotText, "binary data, not text"));
    }
    let control = head.iter().filter(|&&byte| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1b)).count();
    if control * 20 > head.len() {
        return Err(Error::new(ErrorKind::NotText, "binary data, not text"));
    }
    Ok(())
}

/// Bytes that are not UTF-8 throughout: UTF-8 with damage, or Windows-1252.
fn decode_invalid(bytes: &[u8]) -> Result<Decoded> {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    if good > bad || bad == 1 && bytes.utf8_chunks().last().is_some_and(|chunk| chunk.invalid().len() > 1) {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let places = if bad == 1 { "one place is".to_owned() } else { format!("{bad} places are") };
        return Ok(repair(Decoded { text, warnings: vec![format!("{places} not valid UTF-8 and stand as U+FFFD")] }));
    }
    // Five bytes have no character in Windows-1252; text in it is mostly ASCII.
    let undefined = bytes.iter().filter(|byte| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d)).count();
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if undefined * 10 > high || high * 2 > bytes.len() {
        return Err(Error::new(ErrorKind::NotText, "neither UTF-8, UTF-16 nor Windows-1252 text; convert it to UTF-8"));
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    Ok(Decoded { text: text.into_owned(), warnings: vec!["not valid UTF-8; read as Windows-1252".to_owned()] })
}

/// Undo UTF-8 that was read as Windows-1252 and saved again (`indisponÃ­vel`), where the text holds it more than once.
///
/// A text that speaks of such a thing once, or that has more letters with proper accents than broken ones, is left as it
/// is.
pub(crate) fn repair(mut decoded: Decoded) -> Decoded {
    // The broken forms of Latin letters and typographic marks begin with one of these, all of which have the same first byte.
    if !decoded.text.as_bytes().contains(&0xc3) || !decoded.text.contains(['Ã', 'Â', 'â', 'Å']) {
        return decoded;
    }
    let (repaired, count, proper) = undo_double_encoding(&decoded.text);
    if count < 2 {
        return decoded;
    }
    if proper > count {
        decoded.warnings.push("parts look like UTF-8 read as Windows-1252 (mojibake); left as they are".to_owned());
        return decoded;
    }
    decoded
        .warnings
        .push(format!("UTF-8 read as Windows-1252 (mojibake) was repaired in {count} places; offsets are those of the repaired text"));
    decoded.text = repaired;
    decoded
}

/// The text with every doubly encoded character undone, how many those were, and how many other letters are not ASCII.
fn undo_double_encoding(text: &str) -> (String, usize, usize) {
    let mut out = String::with_capacity(text.len());
    let (mut count, mut proper) = (0, 0);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_ascii() {
            let end = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if let Some((original, used)) = doubly_encoded(rest) {
            out.push(original);
            count += 1;
            rest = &rest[used..];
        } else {
            proper += usize::from(c.is_alphabetic());
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    (out, count, proper)
}

/// Is the start of `text` one character in double encoding? Gives it, and the bytes it takes there.
fn doubly_encoded(text: &str) -> Option<(char, usize)> {
    let mut bytes = [0_u8; 4];
    let (mut used, mut wanted) = (0, 1);
    for (at, c) in text.chars().take(4).enumerate() {
        bytes[at] = windows_1252_byte(c)?;
        used += c.len_utf8();
        if at == 0 {
            wanted = match bytes[0] {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => return None,
            };
        }
        if at + 1 == wanted {
            let original = std::str::from_utf8(&bytes[..wanted]).ok()?.chars().next()?;
            return Some((original, used));
        }
    }
    None
}

/// The byte of `c` in Windows-1252; C1 controls stand for the bytes without a character.
fn windows_1252_byte(c: char) -> Option<u8> {
    if let Ok(byte @ 0x80..) = u8::try_from(u32::from(c)) {
        return Some(byte);
    }
    let mut buffer = [0; 4];
    let (bytes, _, unmappable) = WINDOWS_1252.encode(c.encode_utf8(&mut buffer));
    (!unmappable && bytes.len() == 1 && bytes[0] >= 0x80).then(|| bytes[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Decoded {
        decode(bytes.to_vec()).unwrap_or_else(|error| panic!("{error}: {bytes:?}"))
    }

    #[test]
    fn utf_8_with_and_without_a_mark() {
        assert_eq!(decoded("fila às 9h".as_bytes()), Decoded { text: "fila às 9h".into(), warnings: vec![] });
        assert_eq!(decoded(b"\xef\xbb\xbfdisk full").text, "disk full");
        assert_eq!(decoded(b"").text, "");
    }

    #[test]
    fn utf_16_of_either_order() {
        let text = "Memória cheia às 14h";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (mark, bytes) in [(&b"\xff\xfe"[..], &little), (&b"\xfe\xff"[..], &big), (&b""[..], &little), (&b""[..], &big)] {
            let bytes: Vec<u8> = mark.iter().chain(bytes).copied().collect();
            assert_eq!(decoded(&bytes).text, text, "{bytes:x?}");
        }
    }

    #[test]
    fn windows_1252_is_recognised_and_said() {
        let found = decoded(b"Opera\xe7\xe3o normalizada \x96 fila vazia");
        assert_eq!(found.text, "Operação normalizada – fila vazia");
        assert_eq!(found.warnings.len(), 1);
    }

    #[test]
    fn damaged_utf_8_stays_utf_8() {
        for bytes in [&b"a fila n\xc3\xa3o drenou \xff ap\xc3\xb3s a vers\xc3\xa3o"[..], &b"cut in the middle of a dash \xe2\x80"[..]] {
            let found = decoded(bytes);
            assert!(found.text.contains('\u{fffd}') && found.warnings.len() == 1, "{found:?}");
        }
    }

    #[test]
    fn no_text_is_refused_by_kind() {
        for bytes in [&b"%PDF-1.7 ..."[..], b"PK\x03\x04....", b"ELF\0\0\0data", b"\x01\x02\x03\x04\x05\x06ab", &[0xde; 40]] {
            let error = decode(bytes.to_vec()).expect_err("no text");
            assert_eq!(error.kind(), ErrorKind::NotText, "{bytes:?}");
        }
    }

    #[test]
    fn double_encoding_is_undone_where_it_recurs() {
        let found = repair(Decoded { text: "nÃ£o houve configuraÃ§Ã£o â€” só".into(), warnings: vec![] });
        assert_eq!(found.text, "não houve configuração — só");
        assert_eq!(found.warnings.len(), 1);
        for left in
            ["A página mostrava Ã§ no lugar da letra", "São dois exemplos de erro, a Ã§ e a Ã£, na migração às três", "Âncora, Ãgua"]
        {
            assert_eq!(repair(Decoded { text: left.into(), warnings: vec![] }).text, left);
        }
    }
}

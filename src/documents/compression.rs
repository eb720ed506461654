//! gzip and zstd around an input, recognised by their first bytes whatever the name says.

use std::fmt;
use std::io::{self, BufRead, Read};

use super::input::Peeked;

/// The longest distance of repetitions in zstd that is followed, as a power of two: what the memory of unpacking goes by.
#[cfg(feature = "formats")]
const LONGEST_WINDOW: u32 = 27;

/// So many first bytes tell what is packed.
const MAGIC: usize = 4;

/// Endings of the names of packed files, which stand behind the ending of what is packed.
const ENDINGS: [&str; 4] = ["gz", "gzip", "zst", "zstd"];

/// An input, unpacked where it is packed.
pub(super) enum Unpacked<R> {
    /// As it is.
    Plain(Peeked<R>),
    /// gzip of one or more members, as crawls have.
    #[cfg(feature = "formats")]
    Gzip(io::BufReader<flate2::bufread::MultiGzDecoder<Peeked<R>>>),
    /// zstd of one or more frames.
    #[cfg(feature = "formats")]
    Zstd(io::BufReader<zstd::stream::zio::Reader<Peeked<R>, zstd::stream::raw::Decoder<'static>>>),
}

impl<R: BufRead> Unpacked<R> {
    /// Find out what is around `inner`, and take it off.
    pub(super) fn new(inner: R) -> Unpacked<R> {
        let inner = Peeked::new(inner, |head| head.len() >= MAGIC);
        #[cfg(feature = "formats")]
        {
            const BUFFER: usize = 64 * 1024;
            let (head, _) = inner.head();
            if head.starts_with(b"\x1f\x8b\x08") {
                return Unpacked::Gzip(io::BufReader::with_capacity(BUFFER, flate2::bufread::MultiGzDecoder::new(inner)));
            }
            // A frame, or one of the frames that a decoder skips, which some writers begin with.
            let skipped = matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
            if head.starts_with(b"\x28\xb5\x2f\xfd") || skipped {
                let decoder = zstd::stream::raw::Decoder::new().and_then(|mut decoder| {
                    decoder.set_parameter(zstd::zstd_safe::DParameter::WindowLogMax(LONGEST_WINDOW))?;
                    Ok(decoder)
                });
                // Without a decoder, for which memory must have run out, the bytes are refused as no text.
                if let Ok(decoder) = decoder {
                    return Unpacked::Zstd(io::BufReader::with_capacity(BUFFER, zstd::stream::zio::Reader::new(inner, decoder)));
                }
            }
        }
        Unpacked::Plain(inner)
    }
}

impl<R: BufRead> Unpacked<R> {
    fn inner(&mut self) -> &mut dyn BufRead {
        match self {
            Unpacked::Plain(inner) => inner,
            #[cfg(feature = "formats")]
            Unpacked::Gzip(inner) => inner,
            #[cfg(feature = "formats")]
            Unpacked::Zstd(inner) => inner,
        }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner().read(buffer)
    }
}

impl<R: BufRead> BufRead for Unpacked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner().fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.inner().consume(count);
    }
}

impl<R> fmt::Debug for Unpacked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unpacked::Plain(_) => "Plain",
            #[cfg(feature = "formats")]
            Unpacked::Gzip(_) => "Gzip",
            #[cfg(feature = "formats")]
            Unpacked::Zstd(_) => "Zstd",
        })
    }
}

/// `name` without the ending of a packed file.
pub(super) fn unpacked_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((inside, ending)) if ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) => inside,
        _ => name,
    }
}

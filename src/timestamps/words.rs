//! What single words do in the grammars of dates and clock times, by their names in `times.tsv`.

/// What a function word does in the grammars of dates and clock times; names in `times.tsv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// `on`, `em`.
    On,
    /// `at`, `às`.
    At,
    /// `of`, `de`.
    Of,
    /// `and`, `e`.
    And,
    /// `the`, `o`.
    The,
    /// `this`, `nesta`.
    This,
    /// `to`, `até`.
    To,
    /// `day`, `dia`.
    Day,
    /// `from`, `desde`.
    From,
    /// `last`, `passado`.
    Last,
    /// `next`, `próximo`.
    Next,
    /// An article of hours: `das`, `pelas`.
    HourArticle,
    /// `between`, `entre`.
    Between,
    /// `time`, `horário`.
    Time,
    /// `in`, `em`.
    In,
    /// `previous`, `anterior`.
    Previous,
    /// `feira`.
    WeekdaySuffix,
    /// `or`, `ou`.
    Or,
    /// `meia`.
    Half,
    /// `o'clock`.
    OClock,
    /// `times`, `timeline`, `horários`: what zones are declared for.
    Times,
    /// `past`, `depois`.
    Past,
    /// `local`.
    Local,
    /// A word whose number is a length: `lasted`, `durou`.
    Length,
    /// `about`, `cerca`.
    Hedge,
    /// `by`.
    By,
    /// `a`, `uma`: any such day.
    Any,
    /// `now`, `agora`.
    AlsoNow,
    /// `ponto`.
    Punctual,
    /// A noun that a colon joins to its length: `Duration`.
    LengthNoun,
    /// `hence`.
    Hence,
    /// `version`.
    Version,
    /// `it`, `we`: a new clause begins.
    Subject,
    /// `Posted`, `publicado`: the text is younger than its story.
    Stamp,
    /// `faz`.
    SinceLength,
    /// `business`, `comercial`: hours of every day.
    Schedule,
    /// `half`, `quarter`.
    Part,
    /// `otherwise`, `salvo`.
    Otherwise,
    /// `UTC`, `GMT`: a distance may follow.
    OffsetSign,
    /// `mid`.
    Mid,
    /// `ish`.
    Ish,
    /// `will`, `vai`.
    Future,
    /// `seguinte`.
    Following,
    /// `start`, `fim`.
    Edge,
    /// `current`, `atual`.
    Current,
    /// `couple`, `few`.
    Couple,
    /// `to`, `para` before an hour.
    Before,
    /// `antes`.
    Back,
    /// `ago`, `atrás`.
    Ago,
    /// `since`, `desde`.
    Since,
    /// `until`, `até`.
    UpTo,
    /// `all`, `tudo`: what a zone is declared for.
    Everything,
    /// `throughout`: behind a zone that holds for all.
    Throughout,
}

impl Word {
    pub(super) fn parse(name: &str) -> Option<Word> {
        Some(match name {
            "on" => Word::On,
            "at" => Word::At,
            "of" => Word::Of,
            "and" => Word::And,
            "the" => Word::The,
            "this" => Word::This,
            "to" => Word::To,
            "day" => Word::Day,
            "from" => Word::From,
            "last" => Word::Last,
            "next" => Word::Next,
            "hour-article" => Word::HourArticle,
            "between" => Word::Between,
            "time" => Word::Time,
            "in" => Word::In,
            "previous" => Word::Previous,
            "weekday-suffix" => Word::WeekdaySuffix,
            "or" => Word::Or,
            "half" => Word::Half,
            "clock-word" => Word::OClock,
            "times" => Word::Times,
            "past" => Word::Past,
            "local" => Word::Local,
            "length" => Word::Length,
            "hedge" => Word::Hedge,
            "by" => Word::By,
            "any" => Word::Any,
            "also-now" => Word::AlsoNow,
            "punctual" => Word::Punctual,
            "length-noun" => Word::LengthNoun,
            "hence" => Word::Hence,
            "version" => Word::Version,
            "subject" => Word::Subject,
            "stamp" => Word::Stamp,
            "since-length" => Word::SinceLength,
            "schedule" => Word::Schedule,
            "part" => Word::Part,
            "otherwise" => Word::Otherwise,
            "offset-sign" => Word::OffsetSign,
            "mid" => Word::Mid,
            "ish" => Word::Ish,
            "future" => Word::Future,
            "following" => Word::Following,
            "edge" => Word::Edge,
            "current" => Word::Current,
            "couple" => Word::Couple,
            "before" => Word::Before,
            "back" => Word::Back,
            "ago" => Word::Ago,
            "since" => Word::Since,
            "up-to" => Word::UpTo,
            "everything" => Word::Everything,
            "throughout" => Word::Throughout,
            _ => return None,
        })
    }
}

/// Cues that only a reading of every expression of time asks for.
pub(super) const WIDE: [&str; 24] = [
    "end-of-day",
    "quarter-letter",
    "quarter",
    "half-year",
    "weekend",
    "decade",
    "calendar-year",
    "edge-start",
    "edge-middle",
    "edge-end",
    "nth-1",
    "nth-2",
    "nth-3",
    "nth-4",
    "nth-5",
    "nth-last",
    "nth-next",
    "inside",
    "now-lead",
    "now-sure",
    "from-here",
    "fourth",
    "coming",
    "week-of",
];

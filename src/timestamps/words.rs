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
    /// `Meeting`, `prazo`: a day of what comes after the story.
    Appointment,
    /// `Closed:`, `fim`: the end of what began before.
    Closing,
    /// `black` before Friday: a day with a name of its own.
    Feast,
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
            "appointment" => Word::Appointment,
            "feast" => Word::Feast,
            "closing" => Word::Closing,
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

/// What a word hints at beside its sense, in the document's language; the cues of `times.tsv` that the grammars ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cue {
    /// `may`, `march`: a month's name that is a common word too.
    CommonWord,
    /// `hundred`.
    Hundred,
    /// `primeira`: the first, which may be a weekday or have a gender.
    Nth1,
    /// `segunda`.
    Nth2,
    /// `terceira`.
    Nth3,
    /// `quarta`.
    Nth4,
    /// `quinta`.
    Nth5,
    /// `últimas`.
    NthLast,
    /// `próximos`.
    NthNext,
    /// `daqui`.
    FromHere,
    /// `than`.
    Than,
    /// `later`, `depois`.
    Later,
    /// `scheduled`, before `for`: no length follows.
    Appointed,
    /// `mon`, `tue`: a weekday in short.
    ShortWeekday,
    /// `segunda`, `quarta`: a weekday that is an ordinal too.
    OrdinalWeekday,
    /// `business`, `úteis`: of days of work.
    Workday,
    /// `quarter`, `quarto`: a fourth of something.
    Fourth,
    /// `eod`.
    EndOfDay,
    /// `start`, `early`.
    EdgeStart,
    /// `mid`, `meados`.
    EdgeMiddle,
    /// `end`, `fim`.
    EdgeEnd,
    /// `weekend`.
    Weekend,
    /// `quarter`, `trimestre`: of a year.
    Quarter,
    /// `Q`.
    QuarterLetter,
    /// `half`, `semestre`.
    HalfYear,
    /// `decade`, `anos`.
    Decade,
    /// `CY`.
    CalendarYear,
    /// `within`, `dentro`.
    Inside,
    /// `upcoming`.
    Coming,
    /// `por`, `durante`.
    Lasting,
    /// `moment`: tells now behind a [`Cue::NowLead`].
    NowSure,
    /// `right`, `at`: may tell now with what stands behind.
    NowLead,
    /// `mesmo`, behind a word for now.
    NowTail,
    /// `june`, `maio`: a whole month's name, though short.
    WholeMonth,
    /// `starting`, behind a word for a week.
    WeekOf,
}

impl Cue {
    pub(super) fn parse(name: &str) -> Option<Cue> {
        Some(match name {
            "common-word" => Cue::CommonWord,
            "hundred" => Cue::Hundred,
            "nth-1" => Cue::Nth1,
            "nth-2" => Cue::Nth2,
            "nth-3" => Cue::Nth3,
            "nth-4" => Cue::Nth4,
            "nth-5" => Cue::Nth5,
            "nth-last" => Cue::NthLast,
            "nth-next" => Cue::NthNext,
            "from-here" => Cue::FromHere,
            "than" => Cue::Than,
            "later" => Cue::Later,
            "appointed" => Cue::Appointed,
            "short-weekday" => Cue::ShortWeekday,
            "ordinal-weekday" => Cue::OrdinalWeekday,
            "workday" => Cue::Workday,
            "fourth" => Cue::Fourth,
            "end-of-day" => Cue::EndOfDay,
            "edge-start" => Cue::EdgeStart,
            "edge-middle" => Cue::EdgeMiddle,
            "edge-end" => Cue::EdgeEnd,
            "weekend" => Cue::Weekend,
            "quarter" => Cue::Quarter,
            "quarter-letter" => Cue::QuarterLetter,
            "half-year" => Cue::HalfYear,
            "decade" => Cue::Decade,
            "calendar-year" => Cue::CalendarYear,
            "inside" => Cue::Inside,
            "coming" => Cue::Coming,
            "lasting" => Cue::Lasting,
            "now-sure" => Cue::NowSure,
            "now-lead" => Cue::NowLead,
            "now-tail" => Cue::NowTail,
            "whole-month" => Cue::WholeMonth,
            "week-of" => Cue::WeekOf,
            _ => return None,
        })
    }
}

/// Cues that only a reading of every expression of time asks for.
pub(super) const WIDE: [Cue; 24] = [
    Cue::EndOfDay,
    Cue::QuarterLetter,
    Cue::Quarter,
    Cue::HalfYear,
    Cue::Weekend,
    Cue::Decade,
    Cue::CalendarYear,
    Cue::EdgeStart,
    Cue::EdgeMiddle,
    Cue::EdgeEnd,
    Cue::Nth1,
    Cue::Nth2,
    Cue::Nth3,
    Cue::Nth4,
    Cue::Nth5,
    Cue::NthLast,
    Cue::NthNext,
    Cue::Inside,
    Cue::NowLead,
    Cue::NowSure,
    Cue::FromHere,
    Cue::Fourth,
    Cue::Coming,
    Cue::WeekOf,
];

//! cState: Markdown with front matter for each incident.
//!
//! Its text stays as given, since settings and updates are read where they stand; only what they disagree about is said.

use jiff::civil;

use crate::documents::FrontMatter;
use crate::documents::fields::parse_date;

/// What opens the time of an update: `{{< track "2024-05-06 07:08:00" >}}`.
const TRACK: &str = "track \"";

/// What is odd about an incident of cState; nothing where the text is none.
pub(in crate::documents) fn warnings(text: &str, front: FrontMatter) -> Vec<String> {
    let setting = |name: &str| front.value(text, name).map(|span| span.of(text));
    let (section, resolved) = (setting("section"), setting("resolvedWhen"));
    if section != Some("issue") && resolved.is_none() {
        return Vec::new();
    }
    let tracked: Vec<civil::DateTime> = text
        .match_indices(TRACK)
        .filter_map(|(at, _)| {
            let (time, _) = text[at + TRACK.len()..].split_once('"')?;
            parse_date(time)
        })
        .collect();
    let mut warnings = Vec::new();
    let mut compare = |name: &str, told: Option<&str>, tracked: Option<&civil::DateTime>| {
        let (Some(told), Some(tracked)) = (told, tracked) else { return };
        let apart = parse_date(told).map(|date| (date.date() - tracked.date()).get_days().abs());
        if apart.is_some_and(|days| days > 1) {
            let tracked = tracked.strftime("%Y-%m-%d %H:%M:%S");
            warnings.push(format!("front matter says `{name}: {told}`, the updates say {tracked}"));
        }
    };
    compare("date", setting("date"), tracked.iter().min());
    compare("resolvedWhen", resolved, tracked.iter().max());
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warned(text: &str) -> Vec<String> {
        FrontMatter::find(text).map(|front| warnings(text, front)).unwrap_or_default()
    }

    #[test]
    fn front_matter_and_updates_that_disagree() {
        let page = |resolved: &str| {
            format!(
                "---\ntitle: Fila parada\ndate: 2024-03-02 09:00:00\nresolvedWhen: {resolved}\nsection: issue\n---\n\n\
                 *Resolved* - Ok. {{{{< track \"2024-03-02 10:30:00\" >}}}}\n\n*Investigating* - Fila. {{{{< track \"2024-03-02 09:00:00\" >}}}}\n"
            )
        };
        assert_eq!(warned(&page("2024-03-02 10:30:00")), Vec::<String>::new());
        assert_eq!(
            warned(&page("2024-02-02 10:30:00")),
            ["front matter says `resolvedWhen: 2024-02-02 10:30:00`, the updates say 2024-03-02 10:30:00"]
        );
        let other = page("2024-02-02 10:30:00").replace("section: issue\n", "").replace("resolvedWhen", "changed");
        assert_eq!(warned(&other), Vec::<String>::new());
    }
}

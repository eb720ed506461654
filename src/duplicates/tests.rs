//! Which records are one incident, and which only look alike.

use super::*;
use crate::pipeline::Pipeline;

const POSTMORTEM: &str = "# Postmortem: ferry bookings down in Trondheim\n\nOn 3 May 2024 from 14:02 to 14:40 UTC nobody could book a ferry. \
    The disk of the order queue was full, because a job that deletes old orders had been switched off in April. We have switched it on again, \
    and an alarm now tells us when the disk is three quarters full. We are sorry for the trouble that this has made.\n";

/// A page of `POSTMORTEM` as `change` leaves it.
fn changed(from: &str, to: &str) -> String {
    assert!(POSTMORTEM.contains(from), "{from}");
    POSTMORTEM.replace(from, to)
}

/// The place that `second` is called a duplicate of, after `first` was seen.
fn seen_after(first: &Document, second: &Document) -> Option<String> {
    let (pipeline, mut seen) = (Pipeline::default(), Duplicates::default());
    let mut found = None;
    for document in [first, second] {
        let records = pipeline.tag_document(document);
        assert_eq!(records.len(), 1, "{}", document.text);
        found = seen.first(Fingerprint::of(document, &records[0]));
    }
    found
}

fn document(source: &str, text: &str) -> Document {
    Document { source: source.into(), text: text.into(), ..Document::default() }
}

fn is_seen_again(first: &str, second: &str) -> bool {
    seen_after(&document("first", first), &document("second", second)).is_some_and(|place| place == "first#0")
}

#[test]
fn the_same_page_is_known_again() {
    for (what, second) in [
        ("a copy", POSTMORTEM.to_owned()),
        ("other line ends and spaces", POSTMORTEM.replace('\n', "\r\n").replace(". ", ".  ")),
        ("a word mended", changed("trouble", "inconvenience")),
        ("a paragraph added", format!("{POSTMORTEM}\nThe alarm has been there since 10 May.\n")),
        ("a paragraph left out", changed(" We are sorry for the trouble that this has made.", "")),
    ] {
        assert!(is_seen_again(POSTMORTEM, &second), "{what}");
    }
}

#[test]
fn a_feed_s_entry_and_its_postmortem_are_one_incident() {
    let entry = "Ferry bookings in Trondheim unavailable\nResolved - Bookings work again.\nMay 3, 2024 14:41 UTC\n\
                 Investigating - Customers cannot book.\nMay 3, 2024 14:05 UTC\n";
    assert!(is_seen_again(entry, POSTMORTEM));
    for (what, other) in [
        ("another day", entry.replace("May 3", "May 9")),
        ("another hour", entry.replace("14:41", "18:41").replace("14:05", "18:05")),
        ("another town", entry.replace("Trondheim", "Bergen")),
        ("a title that anybody could write", entry.replace("Ferry bookings in Trondheim unavailable", "Bookings unavailable")),
    ] {
        assert!(!is_seen_again(&other, POSTMORTEM), "{what}");
    }
}

#[test]
fn outages_told_by_one_template_stay_apart() {
    for (what, second) in [
        ("another day", changed("3 May 2024", "17 May 2024")),
        ("other hours", changed("14:02 to 14:40", "19:10 to 20:15")),
        ("another town", changed("Trondheim", "Bergen")),
    ] {
        assert!(!is_seen_again(POSTMORTEM, &second), "{what}");
    }
    let notice = "Notice 4711: the line to the reading room in Beja was cut at 9:40 and is up again since 11:15. \
                  The technician found a cut fibre behind the distributor and spliced it. Forty readers were without a connection.";
    assert!(is_seen_again(notice, notice));
    for (from, to) in [("4711", "4802"), ("Beja", "Serpa"), ("9:40", "9:55"), ("Forty", "Thirty")] {
        assert!(!is_seen_again(notice, &notice.replace(from, to)), "{from} or {to}, and no date");
    }
}

#[test]
fn planned_work_on_two_things_in_one_night_stays_apart() {
    let notice = |router: &str| {
        format!(
            "Planned maintenance of router {router}\n\nOn 12 June 2024 between 01:00 and 03:00 UTC we will replace the power supply \
             of router {router}. Connections through it may be interrupted for up to five minutes while traffic is moved away."
        )
    };
    assert!(is_seen_again(&notice("lis-edge"), &notice("lis-edge")));
    assert!(!is_seen_again(&notice("lis-edge"), &notice("opo-edge")));
}

#[test]
fn the_day_a_text_was_written_tells_undated_ones_apart() {
    let text = "The night job did not finish before the shops opened, so that the tills showed the prices of the day before until noon.";
    let written = |source: &str, day: &str| Document { date: Some(day.parse().expect("a day")), ..document(source, text) };
    assert!(seen_after(&written("a", "2024-05-03"), &written("b", "2024-05-03")).is_some());
    assert!(seen_after(&written("a", "2024-05-03"), &written("b", "2024-06-03")).is_none());
    assert!(!is_seen_again("The disk was full again.", "The disk was full again."), "too little to be known by");
}

#[test]
fn the_first_of_many_is_named_and_old_ones_are_forgotten() {
    let pipeline = Pipeline::default();
    let text = |number: usize| {
        format!(
            "On {} May 2024 from 14:02 UTC the mill in street {} stood still for an hour, since dust had blocked the feed of wheel {}.",
            1 + number % 28,
            1_000 + number * 7,
            500 + number
        )
    };
    let print = |source: &str, number: usize| {
        let document = document(source, &text(number));
        Fingerprint::of(&document, &pipeline.tag_document(&document)[0])
    };
    let mut seen = Duplicates::default();
    for number in 0..100 {
        assert_eq!(seen.first(print(&number.to_string(), number)), None, "{number}");
    }
    for copy in ["b", "c"] {
        assert_eq!(seen.first(print(copy, 17)).as_deref(), Some("17#0"));
    }
    // Copies take no room; a copy from the generation before is remembered anew.
    assert_eq!(seen.generations[1].len(), 100);
    seen.generations.swap(0, 1);
    seen.generations[1] = Generation::default();
    assert_eq!(seen.first(print("d", 17)).as_deref(), Some("17#0"));
    seen.generations.swap(0, 1);
    seen.generations[1] = Generation::default();
    assert_eq!((seen.first(print("e", 17)).as_deref(), seen.first(print("f", 18))), (Some("17#0"), None));
}

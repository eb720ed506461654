#![allow(clippy::disallowed_methods, reason = "cases are files")]

use proptest::prelude::*;

use super::*;
use crate::{layout, tokens};

fn segmented(text: &str) -> Vec<Incident> {
    let tokens = tokens::scan(text);
    segment(text, &tokens, &layout::lines(text, &tokens))
}

/// The title of every incident.
fn titles_of(text: &str) -> Vec<&str> {
    segmented(text).iter().map(|incident| incident.title.map_or("-", |title| title.of(text))).collect()
}

/// The updates of every incident: status and time.
fn updates_of(text: &str) -> Vec<Vec<(Status, &str)>> {
    let update = |update: &Update| (update.status, update.time.map_or("-", |time| time.of(text)));
    segmented(text).iter().map(|incident| incident.updates.iter().map(update).collect()).collect()
}

const HISTORY: &str = "Larkspur Status
Past Incidents
Mar 4, 2024
No incidents reported today.
Mar 3, 2024
Search results are stale
Resolved - The index caught up and results are fresh again.
Mar 3, 16:20 UTC
Monitoring - A fix was put in place.

We keep an eye on it.
Mar 3, 15:58 UTC
Investigating - We are looking into stale results.
Mar 3, 15:01 UTC
Webhooks are late
Resolved - All webhooks were sent.
Mar 3, 09:10 UTC
Mar 2, 2024
Planned upgrade of the billing database
Completed - The scheduled maintenance has been completed.
Mar 2, 04:00 UTC
Scheduled - We will be undergoing scheduled maintenance during this time.
Mar 1, 10:00 UTC
";

#[test]
fn a_history_of_several_days() {
    use Status::{Completed, Investigating, Monitoring, Resolved, Scheduled};
    assert_eq!(titles_of(HISTORY), ["Search results are stale", "Webhooks are late", "Planned upgrade of the billing database"]);
    assert_eq!(
        updates_of(HISTORY),
        [
            vec![(Resolved, "Mar 3, 16:20 UTC"), (Monitoring, "Mar 3, 15:58 UTC"), (Investigating, "Mar 3, 15:01 UTC")],
            vec![(Resolved, "Mar 3, 09:10 UTC")],
            vec![(Completed, "Mar 2, 04:00 UTC"), (Scheduled, "Mar 1, 10:00 UTC")],
        ]
    );
    assert!(segmented(HISTORY)[2].span.of(HISTORY).starts_with("Mar 2, 2024"), "the day above a title belongs to it");
}

#[test]
fn a_portuguese_history_with_english_labels() {
    let text = "12 de abril de 2023
Lentidão no painel
Resolvido - A fila voltou ao normal.
12 abr, 14:20 GMT-03:00
Investigando - Clientes relatam lentidão no painel.
12 abr, 13:40 GMT-03:00
Boletos com atraso
Resolved - Todos os boletos foram emitidos.
12 abr, 09:02 GMT-03:00
Em análise - Há boletos atrasados desde cedo.
12 abr, 08:30 GMT-03:00
";
    assert_eq!(titles_of(text), ["Lentidão no painel", "Boletos com atraso"]);
}

#[test]
fn one_incident_of_a_status_page() {
    let text = "Uploads fail for some customers
Incident Report for Marlin
Postmortem
A certificate ran out.

What we will do

We renew it earlier.
Posted Jun 09, 2022 - 11:00 UTC
Resolved
This incident has been resolved.
Posted Jun 07, 2022 - 15:31 UTC
Investigating
We are currently investigating this issue.
Posted Jun 07, 2022 - 14:48 UTC
This incident affected: Uploads and API.
";
    assert_eq!(titles_of(text), ["Uploads fail for some customers"]);
    assert_eq!(
        updates_of(text)[0],
        [
            (Status::Postmortem, "Posted Jun 09, 2022 - 11:00 UTC"),
            (Status::Resolved, "Posted Jun 07, 2022 - 15:31 UTC"),
            (Status::Investigating, "Posted Jun 07, 2022 - 14:48 UTC"),
        ]
    );
}

#[test]
fn what_opens_an_update_is_no_part_of_its_sentence() {
    let text = "Exports are late\n\n**Update** - The vendor reports a power cut. Work goes on.\n\n*Investigating* - Exports are late.\n\nResolved\nMay 2, 14:51 UTC\nAll is well.\n";
    let incident = &segmented(text)[0];
    let behind = |part: &str| {
        let start = text.find(part).expect("a part of the text");
        incident.behind_header(text, Span::new(start, start + part.len())).of(text)
    };
    assert_eq!(behind("Update** - The vendor reports a power cut."), "The vendor reports a power cut.");
    assert_eq!(behind("Work goes on."), "Work goes on.");
    assert_eq!(behind("*Investigating* - Exports are late."), "Exports are late.");
    assert_eq!(behind("Resolved"), "");
}

#[test]
fn an_aggregator_page_with_a_late_postmortem_is_one_incident() {
    let text = "Tessera experienced a minor incident on May 2, 2024 affecting Exports, lasting 41m.
Affected components
Update timeline
- investigating May 2, 2024, 02:10 PM UTC
Exports are slow.
- resolved May 2, 2024, 02:51 PM UTC
Exports are back.
- postmortem Jul 20, 2024, 09:00 AM UTC
Issue: Exports stalled. Root Cause: A lock was held. Resolution: It was released.";
    assert_eq!(titles_of(text), ["-"]);
    assert_eq!(
        updates_of(text)[0],
        [
            (Status::Investigating, "May 2, 2024, 02:10 PM UTC"),
            (Status::Resolved, "May 2, 2024, 02:51 PM UTC"),
            (Status::Postmortem, "Jul 20, 2024, 09:00 AM UTC"),
        ]
    );
}

#[test]
fn an_aggregator_page_with_its_facts_above() {
    let text = "Vireo incident

Pagamentos recusados

Major Resolved Open source →

On June 3, 2024 Vireo had a major incident touching Cards, for 20m.

Started
Jun 3, 2024, 04:37 PM UTC
Resolved
Jun 3, 2024, 04:57 PM UTC
Duration
20m

Components involved

Cards APIWebhooks

Updates

  1. investigating Jun 3, 2024, 02:14 PM UTC

    We are looking into declined cards.

  2. resolved Jun 3, 2024, 04:57 PM UTC

    Tudo normalizado.
";
    assert_eq!(titles_of(text), ["Pagamentos recusados"]);
    assert_eq!(updates_of(text)[0].len(), 2);
}

#[test]
fn a_page_of_notices_by_month_without_times() {
    let text = "API

99.91% uptime
Feb 2023 · 100.0%Mar · 99.80%

Notice history

Mar 2023

Dashboards do not load
  • Resolved
    Resolved

    All is well again.

  • Investigating
    Investigating

    We are looking into it.

Feb 2023

Slow log search
  • Resolved
    Update

    On February 11 a node ran out of memory.

  • Monitoring
    Monitoring

    A fix is in place.

Jan 2023 to Mar 2023";
    assert_eq!(titles_of(text), ["Dashboards do not load", "Slow log search"]);
    assert!(segmented(text)[1].span.of(text).starts_with("Feb 2023"));
    assert_eq!(updates_of(text)[1], [(Status::Update, "-"), (Status::Monitoring, "-")]);
}

#[test]
fn markdown_updates_under_headings() {
    let text = "## Login errors\n\n**Resolved** - Logins work. \n\n**Investigating** - Logins fail.\n\n## Slow search\n\n**Resolved** - Search \
                is fast again.\n\n**Investigating** - Search is slow.\n";
    assert_eq!(titles_of(text), ["Login errors", "Slow search"]);
}

#[test]
fn a_time_in_brackets_at_the_end_of_an_update() {
    let text = "*Resolved* -\nAll is well. {{< track \"2024-05-25 05:54:00\" >}}\n\n*Investigating* - Calls fail (May 25, 04:13 UTC).\n";
    assert_eq!(updates_of(text), [[(Status::Resolved, "2024-05-25 05:54:00"), (Status::Investigating, "May 25, 04:13 UTC")]]);
}

#[test]
fn updates_oldest_first_with_the_time_in_front() {
    let text = "Network trouble in the north\n\n09:12 UTC - Investigating: packets are lost.\n\n10:40 UTC - Resolved: a line was \
                repaired.\n\nNetwork trouble in the south\n\n14:00 UTC - Investigating: packets are lost again.\n\n14:30 UTC - Resolved: \
                all is well.\n";
    assert_eq!(titles_of(text), ["Network trouble in the north", "Network trouble in the south"]);
}

#[test]
fn an_update_about_something_else() {
    let text = "Resolved - The provider had a partial outage from 15:00 to 19:00 UTC.\n\nInvestigating - Separate from that, this page \
                shows wrong states.\n\nResolved - A date was handled wrongly and hid a section.\n";
    assert_eq!(segmented(text).len(), 2);
}

#[test]
fn reports_stay_whole() {
    for text in [
        "# Checkout outage\n\n## Summary\nCheckout was down.\n\n## Timeline\n### 14:02\nAlert.\n### 14:40\nResolved.\n\n## Lessons\nNone.\n",
        "# Three bad days\n\n## Timeline\n\n### March 3\nIt began.\n\n### March 4\nIt went on.\n\n### March 5\nIt ended.\n",
        "- **Key events**\n  - Detected: 2021-02-03 10:00\n  - Declared: 2021-02-03 10:05\n  - Resolved: 2021-02-03 11:00\n\n- **Identified**: an \
         alert fired\n\n- **Impact**: orders were late\n",
        "Impact: orders were late.\nRoot cause: a full disk.\nResolution: it was emptied.\nUpdate: a new disk is on its way.\n",
        "We had two outages this year before this one.\n\n- 10:00 the disk filled\n- 11:00 it was emptied\n",
        "---\ntitle: Disk full\ndate: 2024-02-03\nresources:\n- src: a.png\n  title: \"A picture\"\n---\n\nThe disk was full.\n",
        "From: a@example.com\nSubject: VPN down\nDate: 2024-03-01 10:00\n\nIt is down.\n\nFrom: a@example.com\nSubject: Re: VPN down\nDate: \
         2024-03-01 11:00\n\nIt is up.\n",
        "Investigating\n\nEstamos apurando a lentidão.\n\nEquipe Farol\n\nResolved\n\nA fila voltou ao normal.\n\nEquipe Farol\n",
        "## Causa\n\nFalha 1: o alerta não disparou.\n\nFalha 2: o disco encheu.\n",
        "Incident 4471\n\nThe second node took over. Incident 4471 was closed at noon.\n",
        "",
        "\n\n",
    ] {
        assert_eq!(segmented(text).len(), 1, "{text}");
    }
}

#[test]
fn incidents_that_a_report_numbers() {
    for (text, expected) in [
        (
            "# Review of May\n\n## Incident 1: Mail queue\nIt filled.\n\n## Incident 2: DNS\nA zone was lost.\n",
            vec!["Incident 1: Mail queue", "Incident 2: DNS"],
        ),
        (
            "## Ocorrência A — Disco cheio\n\nTexto.\n\n## Ocorrência B — Senha vencida\n\nTexto.\n",
            vec!["Ocorrência A — Disco cheio", "Ocorrência B — Senha vencida"],
        ),
        ("### First outage\nA switch failed.\n\n### Second outage\nIts twin failed.\n", vec!["First outage", "Second outage"]),
        (
            "Incidents in March 2024\n\nMarch 3 09:10 UTC (lasting 40 minutes)\n\nA disk was full.\n\nMarch 17 22:00 UTC (lasting 2 hours)\n\nA cable was cut.\n",
            vec!["March 3 09:10 UTC (lasting 40 minutes)", "March 17 22:00 UTC (lasting 2 hours)"],
        ),
        (
            "# Relatório mensal de disponibilidade: abril\n\n## 03/04/2024 - Portal fora do ar\nDisco cheio.\n\n## 19/04/2024 - Lentidão na API\nFila cheia.\n",
            vec!["03/04/2024 - Portal fora do ar", "19/04/2024 - Lentidão na API"],
        ),
        (
            "Incident History\nMarch 2024\nSearch is slow\nThis incident has been resolved.\nMar 12, 16:20 - 18:01 UTC\nLogin errors\nAll is well.\nMar 3, 08:00 - 08:31 UTC\n",
            vec!["Search is slow", "Login errors"],
        ),
        (
            "title: Late builds\ndate: 2023-01-02T10:00:00Z\n\nThe runner was down.\n\ntitle: Lost logs\ndate: 2023-01-01T08:00:00Z\n\nA volume was full.\n",
            vec!["Late builds", "Lost logs"],
        ),
        (
            "There were two separate incidents.\n\n- **Monday**: a disk was full\n- **Friday**: a cable was cut\n\nMore below.\n",
            vec!["Monday", "Friday"],
        ),
        ("Two things happened.\n\nThe first outage was short: a node restarted.\n\nThe second outage was a full disk.\n", vec!["-", "-"]),
    ] {
        assert_eq!(titles_of(text), expected, "{text}");
    }
}

#[test]
fn parts_beside_an_incident_are_incidents_unless_planned() {
    use Kind::{Incident, Maintenance, Other};

    let text =
        "## 2024-03-04: Mail down\nIt was down.\n\n## 2024-03-06: Move of the store (planned)\nIt moved.\n\n## 2024-03-09: Slow\nSo.\n";
    let tokens = tokens::scan(text);
    let parts = segmented(text);
    let settled = |mut kinds: Vec<Kind>| {
        settle_kinds(&tokens, &parts, &mut kinds);
        kinds
    };
    assert_eq!(settled(vec![Incident, Maintenance, Other]), [Incident, Maintenance, Incident]);
    assert_eq!(settled(vec![Other, Maintenance, Other]), [Other, Maintenance, Other]);
}

/// Whole pages: `@ name`, the titles that its incidents have, and the text between fences.
#[test]
fn pages() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/incidents");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of cases") {
        let page = std::fs::read_to_string(entry.expect("an entry").path()).expect("a readable file");
        for case in page.split("\n@ ").skip(1) {
            let (head, rest) = case.split_once("\n~~~\n").expect("an opening fence");
            let text = rest.split_once("\n~~~").expect("a closing fence").0;
            let expected: Vec<&str> = head.lines().filter_map(|line| line.strip_prefix("> ")).collect();
            assert_eq!(titles_of(&format!("{text}\n")), expected, "{head}");
            count += 1;
        }
    }
    assert!(count > 30, "{count} pages");
}

#[test]
fn titles() {
    for (text, expected) in [
        ("# Postmortem: disk full on db-3 #\n\nIt was full.\n", "Postmortem: disk full on db-3"),
        ("---\ntitle: \"Fila parada\"\ndate: 2024-01-01\n---\n# Outro\nTexto.\n", "Fila parada"),
        ("From: ops@example.com\nSubject: Outage of the VPN\n\nDear all,\nthe VPN was down.\n", "Outage of the VPN"),
        ("Assunto: RES: VPN fora\n\nPrezados,\n", "RES: VPN fora"),
        ("The VPN was down from 9 to 10.\n", "-"),
        ("Resolved - The VPN is back.\nJan 3, 10:00 UTC\nInvestigating - The VPN is down.\nJan 3, 09:00 UTC\n", "-"),
    ] {
        assert_eq!(titles_of(text), [expected], "{text}");
    }
}

proptest! {
    #[test]
    fn incidents_partition_any_text(text in "(\\PC|\n|[-*#: ]|Resolved|Investigating|Mar 3, 10:00 UTC|title: |é|\n\n){0,80}") {
        let incidents = segmented(&text);
        let mut end = 0;
        for incident in &incidents {
            prop_assert_eq!(incident.span.start, end);
            end = incident.span.end;
            prop_assert!(text.get(incident.span.start..incident.span.end).is_some());
            prop_assert!(incident.title.is_none_or(|title| text.get(title.start..title.end).is_some() && incident.span.contains(title)));
            for update in &incident.updates {
                prop_assert!(incident.span.contains(update.span) && update.span.contains(update.header));
                prop_assert!(update.time.is_none_or(|time| incident.span.contains(time)));
            }
        }
        prop_assert_eq!(end, text.len());
    }
}

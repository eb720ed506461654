//! What the impact of whole texts is read as.

use crate::{Basis, Pipeline, Record, Role};

fn record(text: &str) -> Record {
    Pipeline::default().tag(text).into_iter().next().expect("every text has a record")
}

fn shown(moment: Option<crate::Moment>) -> String {
    moment.map_or_else(|| "-".to_owned(), |moment| moment.to_string())
}

/// Start, end and length of each text.
#[test]
fn beginning_end_and_length() {
    for (text, started, resolved, minutes) in [
        // Ranges in sentences.
        (
            "Between 10:05 and 10:40 UTC on 4 May 2023 the checkout returned errors.",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        (
            "No dia 4 de maio de 2023, das 10h05 às 10h40, o checkout ficou fora do ar.",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        (
            "Entre as 22h50 do dia 4 de maio de 2023 e as 00h10 do dia 5 de maio de 2023 o login falhou.",
            "2023-05-04T22:50:00",
            "2023-05-05T00:10:00",
            Some(80),
        ),
        // Ranges of one impact are joined.
        (
            "On 4 May 2023, between 10:05 and 10:15 UTC and between 10:30 and 10:40 UTC, exports failed.",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        // Verbs and prepositions.
        (
            "Starting at 10:05 UTC on 4 May 2023 exports failed. By 10:40 UTC the service was fully restored.",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        (
            "Em 4 de maio de 2023, a partir das 10h05, as exportações falharam. Às 10h40 o serviço foi normalizado.",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        (
            "O sistema caiu em 04/05/2023 às 10:05. Desde as 10:40 está tudo normalizado.",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // Labels, in front of the time and on the line above it.
        (
            "Incident start: 2023-05-04 10:05\nDetected: 2023-05-04 10:12\nIncident end: 2023-05-04 10:40\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        ("Início: 04/05/2023 10:05\nFim: 04/05/2023 10:40\n", "2023-05-04T10:05:00", "2023-05-04T10:40:00", Some(35)),
        (
            "Search is slow\n\nStarted\nMay 4, 2023, 10:05 AM UTC\nResolved\nMay 4, 2023, 10:40 AM UTC\n",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        // Timelines: the change that broke it, not its notice; the recovery, not the debriefing.
        (
            "# 2023-05-04 Search down\n\n## Timeline\n\n- 10:05 New index settings deployed\n- 10:12 Alert for failing queries\n\
             - 10:30 Settings reverted\n- 10:40 Search back to normal\n- 14:00 Debriefing\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        (
            "# 04/05/2023 Busca fora do ar\n\n## Linha do tempo\n\n- 10:05 - Alerta de erros na busca\n- 10:30 - Ajuste revertido\n\
             - 10:40 - Busca normalizada\n- 14:00 - Reunião de análise\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // The prose goes before the clocks of posts, and times to come are none of the incident's.
        (
            "2023-05-04T11:00:00Z\nThe issue has been resolved as of 10:40 UTC on 4 May 2023.\n\n2023-05-04T10:20:00Z\n\
             We are investigating failed exports beginning at 10:05 UTC on 4 May 2023. Next update by 11:30 UTC.\n",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        // Without prose the clocks of the posts count.
        (
            "2023-05-04T10:40:00Z\nThe issue has been resolved.\n\n2023-05-04T10:05:00Z\nWe are investigating failed exports.\n",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        // A stated length makes the end known.
        (
            "On 4 May 2023 at 10:05 UTC exports went down for 35 minutes.",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        // A length told from the beginning on, and one written like a clock.
        // Told by its distance from what was noticed.
        (
            "On-call was paged at 10:12 UTC on 7 May 2025. Requests had been failing since twenty minutes before the page. All was well at 10:55 UTC.",
            "2025-05-07T09:52:00+00:00",
            "2025-05-07T10:55:00+00:00",
            Some(63),
        ),
        (
            "Das 10h às 16h05 de 21/08/2024 houve falhas: começaram vinte minutos antes do chamado das 10h.",
            "2024-08-21T09:40:00",
            "2024-08-21T16:05:00",
            Some(385),
        ),
        // The window alone on a line of the head; words between a preposition and its time; two windows with their sum.
        (
            "# Search slow\n\n2023-02-09, 14:05–19:20 UTC\n\n- 14:05 p95 goes up\n- 14:20 alert, on call\n- 15:10 moved shards\n",
            "2023-02-09T14:05:00+00:00",
            "2023-02-09T19:20:00+00:00",
            Some(315),
        ),
        (
            "On 12 March 2024 builds froze at 10:20 UTC. The interruption lasted until shortly after noon UTC.",
            "2024-03-12T10:20:00+00:00",
            "2024-03-12T12:00:00+00:00",
            Some(100),
        ),
        (
            "Two outages on 2 October 2023: from 11:00 to 11:35 and from 14:10 to 15:00. In total they lasted 85 minutes.",
            "2023-10-02T11:00:00",
            "2023-10-02T15:00:00",
            Some(85),
        ),
        (
            "The import broke at 13:40 UTC on 8 June 2024. It ended 2 hours later.",
            "2024-06-08T13:40:00+00:00",
            "2024-06-08T15:40:00+00:00",
            Some(120),
        ),
        ("Falha na importação\n\nInício: 08/06/2024 13:40\nDuração: 01:25\n", "2024-06-08T13:40:00", "2024-06-08T15:05:00", Some(85)),
        // Two ranges of one day; a time in passing is the end of none.
        (
            "Import disruption: 8 June 2024, 13:40-14:05 and again 14:30-15:05\nThe disks were full.",
            "2024-06-08T13:40:00",
            "2024-06-08T15:05:00",
            Some(85),
        ),
        (
            "Starting at 22:40 UTC on June 8 2024 the import broke. It came back at 01:10 UTC on June 9, and by 01:25 UTC all queues were empty.",
            "2024-06-08T22:40:00+00:00",
            "2024-06-09T01:10:00+00:00",
            Some(150),
        ),
        // A day that follows is nothing that is planned.
        ("The import was unstable on 8 June 2024. It stabilised the next day at 09:20.", "2024-06-08", "2024-06-09T09:20:00", None),
        // Short entries of a timeline, each with its day.
        (
            "June 8, 2024, 1:40 p.m. GMT: The import broke.\nJune 8, 2024, 2:10 p.m. GMT: Workaround published.\n\
             June 8, 2024, 3:05 p.m. GMT: The import is back to normal.\n",
            "2024-06-08T13:40:00+00:00",
            "2024-06-08T15:05:00+00:00",
            Some(85),
        ),
        (
            "08/06/2024\n13h40: começam os erros na importação.\n14h10: disco trocado.\n15h05: erros cessam.\n",
            "2024-06-08T13:40:00",
            "2024-06-08T15:05:00",
            Some(85),
        ),
        // A block of labels that looks like updates.
        (
            "Reported: 2024-06-08 13:40\nAcknowledged: 2024-06-08 13:44\nRestored: 2024-06-08 15:05\nClosed: 2024-06-10 09:00\n\
             The import broke when a disk was full.",
            "2024-06-08T13:40:00",
            "2024-06-08T15:05:00",
            Some(85),
        ),
        // A page of updates: what its text tells of earlier times, and what belongs to other days of a history.
        (
            "Badges are refused\n\nResolved - All doors open.\nMay 4, 2023, 10:40 UTC\n\nIdentified - The broker has refused messages from \
             09:55 today.\nMay 4, 2023, 10:15 UTC\n\nInvestigating - Some badges are refused.\nMay 4, 2023, 10:05 UTC\n\nMay 3, 2023\n\n\
             No incidents reported.\n",
            "2023-05-04T09:55:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(45),
        ),
        (
            "Planned move of the mail store\n\nCompleted - The work is done.\nMay 4, 10:40 UTC\nIn progress - We have begun.\nMay 4, 10:05 \
             UTC\nScheduled - We will move the mail store.\nMay 1, 09:00 UTC\n",
            "T10:05:00+00:00",
            "T10:40:00+00:00",
            Some(35),
        ),
        (
            "Export queue\n\n2023-05-04 10:52 - Closed. Exports ok since 10:40 UTC.\n2023-05-04 10:20 - One worker hangs.\n2023-05-04 10:05 - \
             Exports fail.\n",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:40:00+00:00",
            Some(35),
        ),
        // The same moments in two zones.
        (
            "A report.\n\nOn 4 May 2023, from 12:05 CEST (10:05 UTC) until 12:40 CEST (10:40 UTC), calls had no sound.",
            "2023-05-04T12:05:00+02:00",
            "2023-05-04T12:40:00+02:00",
            Some(35),
        ),
        // What is said right in front of a time is said of that time.
        (
            "# 04/05/2023 Rede do bloco C\n\n- 10:05 - salas sem rede\n- 10:20 - troca sem efeito\n- 10:31 - reinício das duas unidades. Serviço \
             reposto às 10:40.\n- 14:00 - reunião\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // A quoted log of another day.
        (
            "# 2023-05-04 Hub refuses logins\n\n## Timeline\n\n### 10:05\nUsers report that the hub is down.\n\n```\n[W 2023-05-06 16:20:51] \
             Failed login\n```\n\n### 10:40\nThe hub is up again.\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // A length told to the minute finds the end.
        (
            "On 4 May 2023 at 10:05 UTC the log hosts ran full. Searches found nothing for 34 minutes. We made room at 10:39 UTC and wrote a check.",
            "2023-05-04T10:05:00+00:00",
            "2023-05-04T10:39:00+00:00",
            Some(34),
        ),
        // The heads of a table's columns.
        (
            "Register of the month\n\n| Service | Start | End |\n|---|---|---|\n| Export | 2023-05-04 10:05 | 2023-05-04 10:40 |\n\nAll is well.\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // Several blocks of one impact.
        (
            "# 2023-05-04 Exports fail twice\n\nIncident Start: 4 May 2023 10:05\nIncident End: 4 May 2023 10:12\n\nIncident Start: 4 May 2023 \
             10:31\nIncident End: 4 May 2023 10:40\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // A length fits a beginning and an end, not two ends.
        (
            "On 4 May 2023 a wrong command stopped the hosts. This resulted in a period of 30 minutes where nothing could be exported.\n\n## \
             Timeline\n\n| Time | Event |\n|---|---|\n| 2023-05-04 10:10 | A wrong command stopped all hosts |\n| 2023-05-04 10:40 | Most hosts are \
             up and running again |\n| 2023-05-04 11:10 | All systems are operational |\n",
            "2023-05-04T10:10:00",
            "2023-05-04T10:40:00",
            Some(30),
        ),
        // What is said of tomorrow is no day of the story.
        (
            "---\ndate: 2023-05-04\n---\n\nTomorrow is a holiday, and all the shops were busy.\n\n# Timeline\n\n- 10:05 Payments fail\n- 10:40 \
             Payments work again\n",
            "2023-05-04T10:05:00",
            "2023-05-04T10:40:00",
            Some(35),
        ),
        // Whole hours.
        ("A falha foi geral (das 3h às 11h).", "T03:00:00", "T11:00:00", Some(480)),
        // Only a day.
        ("Em 04/05/2023 o portal apresentou lentidão.", "2023-05-04", "-", None),
        // Nothing.
        ("Exports failed and nobody knows when.", "-", "-", None),
    ] {
        let record = record(text);
        let found = (shown(record.started), shown(record.resolved), record.duration_s.map(|seconds| seconds / 60));
        assert_eq!(found, (started.to_owned(), resolved.to_owned(), minutes), "{text}");
    }
}

#[test]
fn lengths_are_taken_as_stated() {
    for (text, minutes) in [
        // More exact than the times.
        ("The outage began at 10:05 on 4 May 2023 and was resolved at 10:40, with 20 minutes of downtime in total.", Some(20)),
        // Less exact than the times.
        ("The site was down for about an hour, from 10:05 to 11:02 on 4 May 2023.", Some(57)),
        // About something else.
        ("Between 10:05 and 10:40 on 4 May 2023 pages failed. Time to detection: 5 minutes.", Some(35)),
        ("A falha durou 1 hora e 10 minutos.", Some(70)),
        // The head of a table's column.
        ("| Service | Duration | Cause |\n|---|---|---|\n| Login | 2 h 10 min | a full disk |\n", Some(130)),
        // Not a number at all.
        ("Incident start: 2023-05-04 10:05\nIncident end: 2023-05-04 17:40\n\nExports will be broken for several hours.", Some(455)),
        // Told, where the times are those of days of work on it.
        (
            "# 2023-05-04 Exports down\n\nThe exports were down. The problem was fixed in about 40 minutes.\n\n## Timeline\n\n### 2023-05-04 10:05\n\n\
             Exports fail.\n\n### 2023-05-09 11:00\n\nThe fix of the cause is deployed, and the issue is resolved for good.\n",
            Some(40),
        ),
        // So long that it must be something else.
        (
            "Incident start: 2023-05-04 10:05\nIncident end: 2023-05-04 10:40\n\nThe other site had run the release for six days without an error.",
            Some(35),
        ),
    ] {
        assert_eq!(record(text).duration_s.map(|seconds| seconds / 60), minutes, "{text}");
    }
}

#[test]
fn every_moment_has_its_basis() {
    let record = record(
        "Incident start: 2023-05-04 10:05\n\nAt 10:12 our monitoring alerted us. At 10:20 we identified the root cause, and at 10:30 the issue \
         was mitigated. At 10:40 the service was fully restored.\n",
    );
    assert_eq!(record.basis.started, Some(Basis::Header));
    assert_eq!(record.basis.resolved, Some(Basis::Prose));
    let moments = [record.detected, record.identified, record.mitigated].map(shown);
    assert_eq!(moments, ["2023-05-04T10:12:00", "2023-05-04T10:20:00", "2023-05-04T10:30:00"]);
}

#[test]
fn roles_of_timestamps() {
    for (text, roles) in [
        ("Exports failed from 10:05 to 10:40 on 4 May 2023.", vec![Role::Started, Role::Resolved]),
        ("Last modified: 2023-05-06\n\nExports began to fail at 10:05 on 4 May 2023.", vec![Role::Published, Role::Started]),
        ("Exports began to fail at 10:05 on 4 May 2023. The next update will be posted by 11:30.", vec![Role::Started, Role::Event]),
        ("A API caiu às 10h05 de 04/05/2023. Próxima atualização às 11h30.", vec![Role::Started, Role::Event]),
    ] {
        let found: Vec<Role> = record(text).timestamps.iter().map(|timestamp| timestamp.role).collect();
        assert_eq!(found, roles, "{text}");
    }
}

#[test]
fn contradictions_are_warned_of() {
    let contradicted = record("The outage lasted 20 minutes. It began at 10:05 on 4 May 2023 and was resolved at 10:40.");
    assert!(
        contradicted.warnings.iter().any(|warning| warning.contains("20 min") && warning.contains("35 min")),
        "{:?}",
        contradicted.warnings
    );
    let backwards = record("Incident start: 2023-05-04 10:40\nIncident end: 2023-05-04 10:05\n");
    assert!(backwards.warnings.iter().any(|warning| warning.contains("before it began")), "{:?}", backwards.warnings);
    let plain = record("Incident start: 2023-05-04 10:05\nIncident end: 2023-05-04 10:40\nDuration: 35 minutes\n");
    assert_eq!(plain.warnings, Vec::<String>::new());
}

proptest::proptest! {
    /// Whatever the words and times: the chosen beginning carries its role, and an end before it is warned of.
    #[test]
    fn any_mixture_of_words_and_times_is_read(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let text: String = words.iter().map(|&word| WORDS[word]).collect();
        let record = record(&text);
        if let Some(started) = record.started {
            let told = record.timestamps.iter().any(|timestamp| timestamp.role == Role::Started && timestamp.value == started);
            proptest::prop_assert!(told || record.basis.started == record.basis.resolved, "{text}");
        }
        if let (Some(started), Some(resolved)) = (record.started, record.resolved)
            && resolved.seconds_since(&started).is_some_and(|seconds| seconds < 0)
        {
            proptest::prop_assert!(!record.warnings.is_empty(), "{text}");
        }
    }
}

/// Words and times that the property test mixes.
const WORDS: [&str; 24] = [
    "2023-05-04 10:05 ",
    "10:40 UTC ",
    "às 10h52 ",
    "4 May 2023 ",
    "between ",
    "and ",
    "até ",
    "service down ",
    "resolved ",
    "\n- ",
    "\n\n",
    ". ",
    "# Timeline\n",
    "|",
    "35 minutes ",
    "lasted ",
    "since ",
    "we are investigating ",
    "(",
    ")",
    ": ",
    "next update by ",
    "desde ",
    "normalizado ",
];

use super::*;

/// Pages and their text.
const PAGES: [(&str, &str); 17] = [
    ("<p>The queue\n  filled.</p><p>It was&nbsp;drained &amp; restarted.", "The queue filled.\n\nIt was\u{a0}drained & restarted.\n"),
    ("<h1>Slow <em>search</em></h1><h3></h3><div>Index rebuilt</div><div>at 9:30</div>", "# Slow search\n\nIndex rebuilt\nat 9:30\n"),
    ("<ul><li>one<ul><li><p>inner</p></ul><li></li><li>two</ul><ol><li>a<li>b</ol>", "- one\n  - inner\n- two\n\n1. a\n2. b\n"),
    (
        "<table><tr><th>What</th><th>Value</th></tr><tr><td>Errors</td><td><p>12</p> <b>%</b></td></tr></table>after",
        "| What | Value |\n| Errors | 12 % |\n\nafter\n",
    ),
    ("<table><tr><td><table><tr><td>menu</table><td><p>Disk full.</p><p>Swapped.</p></table>", "menu\nDisk full.\n\nSwapped.\n"),
    ("<table><tr><table><tr><td>a<td>b</table></table>c", "| a | b |\n\nc\n"),
    ("<select><option>x<option>y</select><svg><text>z</text></svg>Up.", "Up.\n"),
    ("<object>Down.", "Down.\n"),
    ("a<br>b<br><br>c<hr>d", "a\nb\n\nc\n\nd\n"),
    ("<nav><a>Home</a><nav>x</nav></nav>Text<footer>© Firm</footer><script>if (a < b) { x() }</script>.", "Text .\n"),
    ("<div hidden>no<div>no</div></div><div style='display: none'>no</div><span aria-hidden=true>no</span>yes", "yes\n"),
    ("<nav>Home<p>The disk was full.", "Home\n\nThe disk was full.\n"),
    ("<pre>09:10  down\n09:40  up</pre>", "09:10  down\n09:40  up\n"),
    ("<pre><code>df -h\n</code></pre>done", "```\ndf -h\n```\n\ndone\n"),
    (
        "<time datetime='2024-03-05T09:10:00Z'>3 days ago</time>: down; <time datetime=x>9:40</time>: up",
        "2024-03-05T09:10:00Z: down; 9:40: up\n",
    ),
    ("<title>Outage &mdash; Firm</title><h2>What</h2>Down.", "# Outage — Firm\n\n## What\n\nDown.\n"),
    ("<p>2 < 3 and <b>x</p></i></table></ul></td>end", "2 < 3 and x\n\nend\n"),
];

#[test]
fn the_text_of_pages() {
    for (page, expected) in PAGES {
        assert_eq!(text(page), expected, "{page}");
    }
}

#[test]
fn when_a_page_was_written() {
    for (page, expected) in [
        (
            "<meta property='article:published_time' content='2024-05-01T10:00:00-03:00'><time datetime='2020-01-01'>x</time>",
            "2024-05-01T10:00:00",
        ),
        ("<time datetime='2020-01-01'>x</time><meta name=date content='2024-05-02'>", "2024-05-02T00:00:00"),
        ("<script type='application/ld+json'>{\"datePublished\": \"2023-04-05\"}</script>x", "2023-04-05T00:00:00"),
        ("<nav><time datetime='2019-01-01'>x</time></nav><time datetime='2020-01-02'>x</time>", "2020-01-02T00:00:00"),
    ] {
        let found = document(page.as_bytes().to_vec(), None).expect("a page");
        assert_eq!(found.date.map(|date| date.to_string()).as_deref(), Some(expected), "{page}");
    }
    assert_eq!(document(b"<time datetime='soon'>x</time>".to_vec(), None).expect("a page").date, None);
}

#[test]
fn encodings_of_pages() {
    for (page, told) in [
        (&b"<meta charset=\"iso-8859-1\"><p>manuten\xe7\xe3o"[..], None),
        (b"<meta http-equiv=Content-Type content='text/html; charset=windows-1252'><p>manuten\xe7\xe3o", None),
        (b"<p>manuten\xe7\xe3o", Some("latin1")),
        ("<meta charset=latin1><p>manutenção".as_bytes(), None),
    ] {
        assert_eq!(document(page.to_vec(), told).expect("a page").text, "manutenção\n");
    }
    assert_eq!(document(b"<meta charset=shift_jis>\x8f\xe1\x8aQ".to_vec(), None).expect("a page").text, "障害\n");
}

#[test]
fn no_nesting_is_too_deep() {
    for tag in ["div", "table><tr><td", "ul><li", "b", "nav", "pre", "blockquote"] {
        let page = format!("<{tag}>").repeat(200_000) + "The disk was full.";
        assert!(text(&page).contains("The disk was full."), "{tag}");
    }
}

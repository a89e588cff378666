//! What a bug report says, as plain values: figures by path, the turns that failed, crashes, what Pi left out.

use pi_session::json::{Kind, Raw};
use pi_session::{Bundle, EntryIndex, Session};

/// What Pi writes in place of a credential, plain and within an address.
const REDACTED: [&str; 2] = ["<redacted>", "%3Credacted%3E"];

/// How deep objects are taken apart; what lies deeper is shown as JSON. A walk a level, so this is a bound on time too.
const DEEPEST: usize = 4;

/// Rows of one table, items of one list, and characters of one value that are shown.
const MOST_ROWS: usize = 400;
const MOST_ITEMS: usize = 200;
const MOST_CHARS: usize = 20_000;

/// A bug report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Id, time, and what the person wrote.
    pub about: Vec<Row>,
    /// The tables, named by their keys in `report.json`; empty ones are left out.
    pub tables: Vec<(&'static str, Vec<Row>)>,
    /// Whether there is a transcript.
    pub has_transcript: bool,
    /// What was written in its place.
    pub summary: Option<String>,
    /// The assistant's turns that failed; absent where the report says nothing of them.
    pub turns: Option<Vec<Turn>>,
    /// How many turns are not shown.
    pub more_turns: usize,
    /// What crashed; absent where the report says nothing of it.
    pub crashes: Option<Vec<Crash>>,
    /// Where Pi took credentials out.
    pub redacted: Vec<String>,
}

/// A value by its path.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The keys that lead to it.
    pub path: String,
    /// Its text.
    pub value: String,
}

/// A turn that failed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Turn {
    /// The id that the report gives.
    pub id: String,
    /// Its entry, if the transcript has it.
    pub entry: Option<EntryIndex>,
    /// When it was.
    pub time: String,
    /// Who was asked.
    pub model: String,
    /// How it stopped.
    pub stop: String,
    /// What went wrong.
    pub error: String,
}

/// A crash.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Crash {
    /// When it was.
    pub time: String,
    /// What kind it was, and of which version.
    pub kind: String,
    /// What was said.
    pub message: String,
    /// Where it happened.
    pub stack: String,
    /// The session that was open.
    pub session: String,
}

impl Report {
    /// Reads a report on a session. Whatever shape it has, something comes of it.
    pub fn of(bundle: &Bundle, session: &Session) -> Self {
        let mut report = Self {
            has_transcript: session.entry_count() > 0,
            summary: bundle.summary.as_deref().map(shortened),
            ..Self::default()
        };
        if let Some(all) = parsed(bundle.report.as_deref()) {
            let mut others = Vec::new();
            for (key, value) in all.members() {
                let table = [
                    "environment",
                    "model",
                    "provider",
                    "settings",
                    "extensions",
                    "extensionErrors",
                    "session",
                ]
                .into_iter()
                .find(|table| *table == key);
                match table {
                    Some(table) => {
                        let rows = rows(value, &mut report.redacted, table);
                        if !rows.is_empty() {
                            report.tables.push((table, rows));
                        }
                    }
                    None => others.extend(self::rows(value, &mut report.redacted, &key)),
                }
            }
            report.about = others;
        }
        if let Some(turns) =
            parsed(bundle.diagnostics.as_deref()).and_then(|all| all.get("assistant"))
        {
            report.turns = Some(
                turns
                    .items()
                    .take(MOST_ITEMS)
                    .map(|turn| Turn::of(turn, session))
                    .collect(),
            );
            report.more_turns = turns.items().count().saturating_sub(MOST_ITEMS);
        }
        if let Some(crashes) = parsed(bundle.crashes.as_deref()) {
            report.crashes = Some(crashes.items().take(MOST_ITEMS).map(Crash::of).collect());
        }
        report
    }
}

impl Turn {
    fn of(turn: Raw<'_>, session: &Session) -> Self {
        let id = text(turn, "entryId");
        let [provider, model] = [text(turn, "provider"), text(turn, "model")];
        let diagnostics = turn
            .get("diagnostics")
            .filter(|list| list.items().next().is_some());
        let details = diagnostics.map(|list| shortened(&list.text()));
        let error = [Some(text(turn, "errorMessage")), details];
        Self {
            entry: session.find(&id),
            id,
            time: text(turn, "timestamp"),
            model: [provider, model]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("/"),
            stop: text(turn, "stopReason"),
            error: error
                .into_iter()
                .flatten()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("\n"),
        }
    }
}

impl Crash {
    fn of(crash: Raw<'_>) -> Self {
        let kind = [text(crash, "kind"), text(crash, "version")];
        Self {
            time: text(crash, "timestamp"),
            kind: kind
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" · "),
            message: text(crash, "message"),
            stack: text(crash, "stack"),
            session: text(crash, "sessionFile"),
        }
    }
}

fn parsed(json: Option<&str>) -> Option<Raw<'_>> {
    Raw::parse(json?.as_bytes())
}

/// A member as text: a string plainly, nothing for null, else its JSON.
fn text(object: Raw<'_>, key: &str) -> String {
    object
        .get(key)
        .filter(|value| !value.is_null())
        .map(plain)
        .unwrap_or_default()
}

fn plain(value: Raw<'_>) -> String {
    match value.as_str() {
        Some(text) => shortened(&text),
        None => shortened(&value.text()),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The leaves of a value, each with its path under `name`. Those of tables leave the name out.
fn rows(value: Raw<'_>, redacted: &mut Vec<String>, name: &str) -> Vec<Row> {
    let is_table = value.kind() == Kind::Object || value.kind() == Kind::Array;
    let start = if is_table {
        String::new()
    } else {
        name.to_owned()
    };
    let mut rows = Vec::new();
    let mut open = vec![(start, value, 0)];
    while let Some((path, value, depth)) = open.pop() {
        if rows.len() == MOST_ROWS {
            break;
        }
        let first = open.len();
        if depth < DEEPEST {
            let under = |key: &str| {
                if path.is_empty() {
                    key.to_owned()
                } else {
                    format!("{path}.{key}")
                }
            };
            let members = value.members().take(MOST_ROWS);
            open.extend(members.map(|(key, member)| (under(&key), member, depth + 1)));
            // A list of plain values reads best as it stands.
            let is_nested = |item: Raw<'_>| matches!(item.kind(), Kind::Object | Kind::Array);
            if value.items().any(is_nested) {
                let items = value.items().take(MOST_ROWS).enumerate();
                open.extend(
                    items.map(|(at, item)| (under(&(at + 1).to_string()), item, depth + 1)),
                );
            }
        }
        if open.len() > first {
            // In the order in which they stand.
            open[first..].reverse();
        } else if !path.is_empty() && !value.is_null() {
            let text = plain(value);
            if REDACTED.iter().any(|mark| text.contains(mark)) {
                redacted.push(if is_table {
                    format!("{name}.{path}")
                } else {
                    path.clone()
                });
            }
            rows.push(Row { path, value: text });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session::parse(b"{\"type\":\"session\",\"version\":3,\"id\":\"s\"}\n{\"type\":\"custom\",\"id\":\"a\",\"parentId\":null}").unwrap()
    }

    fn report(report: &str, diagnostics: &str) -> Report {
        let some = |text: &str| Some(text.to_owned());
        let crashes = Raw::parse(diagnostics.as_bytes()).and_then(|all| all.get("crashes"));
        let bundle = Bundle {
            report: some(report),
            diagnostics: some(diagnostics),
            crashes: crashes.map(|crashes| crashes.text().into_owned()),
            ..Bundle::default()
        };
        Report::of(&bundle, &session())
    }

    #[test]
    fn figures_are_listed_by_path() {
        let report = report(
            r#"{"id":"r","hint":null,"environment":{"version":"1.6.0","terminal":{"tmux":false},"none":null,"names":["PI_A","PI_B"]},
               "model":{"baseUrl":"https://x/?key=%3Credacted%3E"},"settings":{"global":{"apiKey":"<redacted>"},"project":{}},
               "extensionErrors":[{"path":"/x","error":"broken"}],"provider":null}"#,
            "{}",
        );
        let all: Vec<_> = report
            .tables
            .iter()
            .flat_map(|(table, rows)| {
                rows.iter()
                    .map(move |row| format!("{table}: {} = {}", row.path, row.value))
            })
            .collect();
        assert_eq!(
            all,
            [
                "environment: version = 1.6.0",
                "environment: terminal.tmux = false",
                r#"environment: names = ["PI_A","PI_B"]"#,
                "model: baseUrl = https://x/?key=%3Credacted%3E",
                "settings: global.apiKey = <redacted>",
                "settings: project = {}",
                "extensionErrors: 1.path = /x",
                "extensionErrors: 1.error = broken",
            ]
        );
        assert_eq!(
            report.about,
            [Row {
                path: "id".into(),
                value: "r".into()
            }]
        );
        assert_eq!(report.redacted, ["model.baseUrl", "settings.global.apiKey"]);
        assert_eq!(report.turns, None);
    }

    #[test]
    fn turns_find_their_entries_where_the_transcript_has_them() {
        let report = report(
            "null",
            r#"{"assistant":[{"entryId":"a","provider":"p","model":"m","stopReason":"error","errorMessage":"no"},{"entryId":"gone","diagnostics":[{"x":1}]},5],
               "crashes":[{"message":"boom","kind":"uncaughtException","version":"1.6.0","stack":null}]}"#,
        );
        let turns = report.turns.unwrap();
        assert!(turns[0].entry.is_some());
        assert_eq!(
            (turns[0].model.as_str(), turns[0].error.as_str()),
            ("p/m", "no")
        );
        assert_eq!(
            (turns[1].entry, turns[1].error.as_str()),
            (None, r#"[{"x":1}]"#)
        );
        assert_eq!(turns[2], Turn::default());
        assert_eq!(report.crashes.unwrap()[0].kind, "uncaughtException · 1.6.0");
    }

    #[test]
    fn deep_and_wide_reports_are_cut() {
        let deep = format!(
            r#"{{"settings":{}1{}}}"#,
            r#"{"a":"#.repeat(5000),
            "}".repeat(5000)
        );
        assert_eq!(report(&deep, "{}").tables[0].1.len(), 1);
        let wide = format!(r#"{{"environment":[{}{{}}]}}"#, "{},".repeat(5000));
        assert!(report(&wide, "{}").tables[0].1.len() <= MOST_ROWS);
    }
}

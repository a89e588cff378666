//! From a bundle to the sessions that are opened: each with its name and the report that it came with.

use std::rc::Rc;

use pi_session::json::{Raw, quote_into};
use pi_session::{Bundle, Session};

use crate::words::shell::ShellWords;

/// The sessions of a bundle, what to call each, and its report. A report without a transcript comes with a session of
/// no entries, which stands for the one that it is about.
pub fn sessions(
    mut bundle: Bundle,
    file_name: &str,
    words: &ShellWords,
) -> Vec<(Session, String, Option<Rc<Bundle>>)> {
    let sessions = std::mem::take(&mut bundle.sessions);
    let report = bundle.has_report().then(|| Rc::new(bundle));
    if sessions.is_empty() {
        let stand_in = report.as_deref().and_then(stand_in);
        return stand_in
            .map(|session| (session, file_name.to_owned(), report))
            .into_iter()
            .collect();
    }
    let is_alone = sessions.len() == 1;
    sessions
        .into_iter()
        .map(|one| {
            let name = if one.name.is_empty() || (is_alone && report.is_some()) {
                file_name.to_owned()
            } else {
                (words.in_archive)(file_name, &one.name)
            };
            (one.session, name, report.clone())
        })
        .collect()
}

/// What to say about the files of an archive that were left out.
pub fn left_out(bundle: &Bundle, words: &ShellWords) -> Option<String> {
    let first = bundle.left_out.first()?;
    Some((words.left_out)(bundle.left_out.len(), &first.name))
}

/// A session with the id that the report gives, and no entry.
fn stand_in(report: &Bundle) -> Option<Session> {
    let text = |json: &Option<String>, path: &[&str]| {
        let all = Raw::parse(json.as_deref()?.as_bytes())?;
        let value = path.iter().try_fold(all, |value, key| value.get(key))?;
        Some(value.as_str()?.into_owned())
    };
    let id = text(&report.report, &["session", "id"])
        .or_else(|| text(&report.diagnostics, &["sessionId"]))
        .filter(|id| !id.is_empty())
        .unwrap_or_else(|| "report".to_owned());
    let time = text(&report.report, &["createdAt"]).unwrap_or_default();
    let mut header = r#"{"type":"session","version":3,"id":"#.to_owned();
    quote_into(&id, &mut header);
    header.push_str(r#","timestamp":"#);
    quote_into(&time, &mut header);
    header.push_str(r#","cwd":""}"#);
    Session::parse(header.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Language;
    use crate::words::words;

    #[test]
    fn a_report_without_a_transcript_stands_for_its_session() {
        let bundle = Bundle {
            report: Some(
                r#"{"session":{"id":"s-\"1\""},"createdAt":"2026-01-01T00:00:00.000Z"}"#.to_owned(),
            ),
            ..Bundle::default()
        };
        let opened = sessions(bundle, "report.zip", &words(Language::English).shell);
        let [(session, name, Some(_))] = opened.as_slice() else {
            panic!("one session with a report");
        };
        assert_eq!(session.header().id, "s-\"1\"");
        assert_eq!((session.entry_count(), name.as_str()), (0, "report.zip"));
    }
}

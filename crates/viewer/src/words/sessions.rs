//! Words of the list of sessions.

use pi_session::QueryError;

use super::figures::count;

/// Words of the list of sessions in one language.
pub struct SessionWords {
    /// Name of the field.
    pub search: &'static str,
    /// What the field takes.
    pub search_hint: &'static str,
    /// Name of the choice of an order.
    pub sort: &'static str,
    /// The orders: recent, relevance, threaded.
    pub sorts: [&'static str; 3],
    /// Switch.
    pub only_named: &'static str,
    /// Switch.
    pub show_paths: &'static str,
    /// How many are shown, of how many.
    pub shown: fn(usize, usize) -> String,
    /// How many messages a session has.
    pub messages: fn(usize) -> String,
    /// Where a session stands in its thread.
    pub taken_from: &'static str,
    /// The pattern can't be read.
    pub no_pattern: fn(&QueryError) -> String,
    /// The pattern took too long on so many sessions.
    pub given_up: fn(usize) -> String,
}

/// English.
pub const EN: SessionWords = SessionWords {
    search: "Search sessions",
    search_hint: "Words, \"phrase\" or re:pattern",
    sort: "Sort",
    sorts: ["Recent", "Relevance", "Threaded"],
    only_named: "Named only",
    show_paths: "Show paths",
    shown: |shown, all| format!("{} of {} sessions", count(shown, ','), count(all, ',')),
    messages: |number| match number {
        1 => "1 message".to_owned(),
        _ => format!("{} messages", count(number, ',')),
    },
    taken_from: "taken from the session above it",
    no_pattern: ToString::to_string,
    given_up: |number| {
        format!(
            "The pattern takes too long on {}: whether it occurs there is not known. A simpler one may do.",
            match number {
                1 => "1 session".to_owned(),
                _ => format!("{} sessions", count(number, ',')),
            }
        )
    },
};

/// Vietnamese.
pub const VI: SessionWords = SessionWords {
    search: "Tìm phiên",
    search_hint: "Từ, \"cụm từ\" hoặc re:mẫu",
    sort: "Sắp xếp",
    sorts: ["Mới nhất", "Khớp nhất", "Theo nguồn"],
    only_named: "Chỉ phiên có tên",
    show_paths: "Hiện đường dẫn",
    shown: |shown, all| format!("{} / {} phiên", count(shown, '.'), count(all, '.')),
    messages: |number| format!("{} thông điệp", count(number, '.')),
    taken_from: "tách ra từ phiên ở trên",
    no_pattern: |error| {
        match error {
        QueryError::EmptyPattern => "Sau “re:” còn thiếu mẫu.".to_owned(),
        _ => {
            "Mẫu sau “re:” không đúng cú pháp biểu thức chính quy của JavaScript. Hãy kiểm tra các dấu ngoặc, hoặc đặt \\ trước ký tự đặc biệt."
                .to_owned()
        }
    }
    },
    given_up: |number| {
        format!(
            "Mẫu mất quá nhiều thời gian với {} phiên, nên không rõ có khớp hay không. Hãy thử một mẫu đơn giản hơn.",
            count(number, '.')
        )
    },
};

//! Words of a bug report.

use super::figures::count;

/// Words of a bug report in one language.
pub struct ReportWords {
    /// Name of the whole.
    pub title: &'static str,
    /// There is a report and no transcript.
    pub no_transcript: &'static str,
    /// Heading of what stands in for the transcript.
    pub summary: &'static str,
    /// Heading of id, time and what the person wrote.
    pub about: &'static str,
    /// Headings of the tables, by their keys.
    pub table: fn(&str) -> &'static str,
    /// Heading of the turns that failed.
    pub turns: &'static str,
    /// None did.
    pub no_turns: &'static str,
    /// What the list covers.
    pub all_branches: &'static str,
    /// Goes to a turn; with its id.
    pub go: fn(&str) -> String,
    /// The turn is not there; with its id.
    pub absent: fn(&str) -> String,
    /// So many are not shown.
    pub more: fn(usize) -> String,
    /// Heading of the crashes.
    pub crashes: &'static str,
    /// There were none.
    pub no_crashes: &'static str,
    /// The session that was open when it crashed; with its file.
    pub crashed_in: fn(&str) -> String,
    /// Heading of what Pi took out.
    pub redacted: &'static str,
    /// That the rest may hold secrets.
    pub not_redacted: &'static str,
}

/// English.
pub const EN: ReportWords = ReportWords {
    title: "Report",
    no_transcript: "This report has no transcript: what was said was not sent along.",
    summary: "Summary",
    about: "About",
    table: |key| match key {
        "environment" => "Environment",
        "model" => "Model",
        "provider" => "Provider",
        "settings" => "Settings",
        "extensions" => "Extensions",
        "extensionErrors" => "Errors of extensions",
        "session" => "Session",
        _ => "Other",
    },
    turns: "Failed turns",
    no_turns: "No turn of the model failed.",
    all_branches: "These are of all branches; a transcript in a report holds one.",
    go: |id| format!("Go to {id}"),
    absent: |id| format!("{id} is not in the transcript"),
    more: |number| format!("{} more are not shown.", count(number, ',')),
    crashes: "Crashes",
    no_crashes: "Nothing crashed.",
    crashed_in: |file| format!("in {file}"),
    redacted: "Taken out by Pi",
    not_redacted: "Pi takes credentials out of settings and addresses. Prompts, tool output and messages of errors may still hold some.",
};

/// Vietnamese.
pub const VI: ReportWords = ReportWords {
    title: "Báo cáo",
    no_transcript: "Báo cáo này không kèm nội dung trao đổi.",
    summary: "Tóm tắt",
    about: "Thông tin chung",
    table: |key| match key {
        "environment" => "Môi trường",
        "model" => "Mô hình",
        "provider" => "Nhà cung cấp",
        "settings" => "Thiết lập",
        "extensions" => "Phần mở rộng",
        "extensionErrors" => "Lỗi của phần mở rộng",
        "session" => "Phiên",
        _ => "Khác",
    },
    turns: "Lượt bị lỗi",
    no_turns: "Không lượt nào của mô hình bị lỗi.",
    all_branches: "Danh sách gồm mọi nhánh; nội dung trao đổi trong báo cáo chỉ có một nhánh.",
    go: |id| format!("Đến {id}"),
    absent: |id| format!("{id} không có trong nội dung trao đổi"),
    more: |number| format!("Còn {} mục không hiện.", count(number, '.')),
    crashes: "Sự cố",
    no_crashes: "Không có sự cố nào.",
    crashed_in: |file| format!("trong {file}"),
    redacted: "Pi đã che",
    not_redacted: "Pi che thông tin xác thực trong thiết lập và địa chỉ. Lời nhắc, kết quả công cụ và thông báo lỗi vẫn có thể chứa bí mật.",
};

//! Words of the conversation pane.

use super::figures::{self, count};

/// Words of the conversation pane in one language.
pub struct ConversationWords {
    /// Name of the pane.
    pub pane: &'static str,
    /// Shown when the branch has nothing to show.
    pub nothing: &'static str,
    /// Speaker, and place in the feed.
    pub article: fn(&str, usize, usize) -> String,

    // Who speaks.
    pub user: &'static str,
    pub assistant: &'static str,
    pub tool: &'static str,
    pub system: &'static str,
    pub shell: &'static str,
    pub extension: &'static str,
    pub summary: &'static str,
    pub compaction: &'static str,
    pub context_edit: &'static str,
    pub model: &'static str,
    pub thinking_level: &'static str,
    pub session_name: &'static str,
    pub label: &'static str,
    pub usage: &'static str,

    // What can be done with an entry.
    pub copy_text: &'static str,
    pub copy_link: &'static str,
    pub raw_json: &'static str,
    pub copy_code: &'static str,
    pub copied: &'static str,
    pub close: &'static str,
    pub json_cut: fn(usize) -> String,

    // Figures.
    pub tokens: fn(input: &str, output: &str, cached: &str) -> String,
    pub number: fn(f64) -> String,
    pub missing: &'static str,
    pub bytes: fn(usize) -> String,

    // Long text.
    pub show_all_lines: fn(usize) -> String,
    pub show_all_characters: fn(usize) -> String,
    pub show_all_bytes: fn(usize) -> String,
    pub show_less: &'static str,
    pub show_more: fn(shown: usize, of: usize) -> String,
    pub left_out: fn(usize) -> String,
    pub lines: fn(usize) -> String,

    // Content.
    pub empty: &'static str,
    pub unknown_content: &'static str,
    pub thinking: &'static str,
    pub thinking_redacted: &'static str,
    pub thinking_empty: &'static str,
    pub skill: fn(&str) -> String,
    pub table: &'static str,
    pub task_done: &'static str,
    pub task_open: &'static str,

    // Images.
    pub image: &'static str,
    pub enlarge_image: fn(&str) -> String,
    pub image_empty: &'static str,
    pub image_not_base64: &'static str,
    pub image_unknown_kind: &'static str,
    pub image_not_made: &'static str,
    pub image_damaged: &'static str,
    pub image_too_large: fn(u32, u32) -> String,

    // How a turn ended.
    pub error: &'static str,
    pub aborted: &'static str,
    pub length: &'static str,
    pub length_note: &'static str,
    pub stopped: fn(&str) -> String,
    pub no_message: &'static str,

    // Tools.
    pub no_result: &'static str,
    pub no_call: &'static str,
    pub no_output: &'static str,
    pub failed: &'static str,
    pub exit_code: fn(i64) -> String,
    pub timed_out: &'static str,
    pub timeout: fn(f64) -> String,
    pub lines_from: fn(u64, Option<u64>) -> String,
    pub inside: fn(&str) -> String,
    pub details: &'static str,
    pub nested_calls: fn(usize) -> String,
    pub nested_incomplete: &'static str,
    pub transcripts: fn(usize) -> String,
    pub unfinished: &'static str,
    pub milliseconds: fn(f64) -> String,
    pub cut_rest: fn(usize) -> String,
    pub output_truncated: &'static str,
    pub full_output: &'static str,
    pub not_in_context: &'static str,
    pub cancelled: &'static str,
    pub changed_lines: fn(usize, usize) -> String,
    pub lines_skipped: &'static str,

    // Settings and summaries.
    pub compacted: fn(&str) -> String,
    pub kept_from: fn(&str) -> String,
    pub nothing_kept: &'static str,
    pub boundary_unknown: &'static str,
    pub by_extension: &'static str,
    pub show_summary: &'static str,
    pub summary_empty: &'static str,
    pub branch_summarised: &'static str,
    pub branch_from: fn(&str) -> String,
    pub edit_omits: fn(&str) -> String,
    pub edit_replaces: fn(&str) -> String,
    pub edit_target_unknown: &'static str,
    pub show_replacement: &'static str,
    pub model_is: fn(&str) -> String,
    pub thinking_is: fn(&str) -> String,
    pub named: fn(&str) -> String,
    pub name_cleared: &'static str,
    pub labelled: fn(&str) -> String,
    pub label_cleared: &'static str,
    pub data_of: fn(&str) -> String,
    pub unknown_type: fn(&str) -> String,
    pub hidden: &'static str,
    pub edited_in_context: &'static str,
    pub omitted_from_context: &'static str,
    pub system_prompt: &'static str,
    pub section: fn(&str) -> String,
    pub section_removed: fn(&str) -> String,
    pub tools_added: fn(usize) -> String,
    pub tools_removed: fn(usize) -> String,

    // Branches.
    pub branch_of: fn(usize, usize) -> String,
    pub previous_branch: &'static str,
    pub next_branch: &'static str,
}

/// There is one value a language: the address tells them apart.
impl PartialEq for ConversationWords {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// 940, 1.4k, 31.4k, 2.1M: a figure to glance at.
fn short(value: f64, point: char) -> String {
    let (scaled, unit) = match value.abs() {
        size if size < 1_000.0 => (value, ""),
        size if size < 999_950.0 => (value / 1_000.0, "k"),
        _ => (value / 1_000_000.0, "M"),
    };
    let text = if unit.is_empty() {
        format!("{scaled:.0}")
    } else {
        format!("{scaled:.1}")
    };
    let text = text.strip_suffix(".0").unwrap_or(&text);
    format!("{}{unit}", text.replace('.', &point.to_string()))
}

fn sized(bytes: usize, point: char) -> String {
    figures::bytes(bytes as u64, point)
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        count(number, ','),
        if number == 1 { one } else { many }
    )
}

/// English.
pub const EN: ConversationWords = ConversationWords {
    pane: "Conversation",
    nothing: "Nothing on this branch to show.",
    article: |who, position, of| format!("{who}, {} of {}", count(position, ','), count(of, ',')),

    user: "User",
    assistant: "Assistant",
    tool: "Tool",
    system: "System",
    shell: "Shell",
    extension: "Extension",
    summary: "Summary",
    compaction: "Compaction",
    context_edit: "Context edit",
    model: "Model",
    thinking_level: "Thinking",
    session_name: "Name",
    label: "Label",
    usage: "Usage",

    copy_text: "Copy text",
    copy_link: "Copy link",
    raw_json: "Raw JSON",
    copy_code: "Copy",
    copied: "Copied",
    close: "Close",
    json_cut: |of| format!("Cut here: the whole entry is {} long.", sized(of, '.')),

    tokens: |input, output, cached| format!("{input} in · {output} out · {cached} cached"),
    number: |value| short(value, '.'),
    missing: "–",
    bytes: |bytes| sized(bytes, '.'),

    show_all_lines: |lines| format!("Show all ({})", plural(lines, "line", "lines")),
    show_all_characters: |number| {
        format!("Show all ({})", plural(number, "character", "characters"))
    },
    show_all_bytes: |bytes| format!("Show all ({})", sized(bytes, '.')),
    show_less: "Show less",
    show_more: |shown, of| {
        format!(
            "Show more ({} of {} shown)",
            sized(shown, '.'),
            sized(of, '.')
        )
    },
    left_out: |bytes| {
        format!(
            "{} more are too much to lay out here. “Copy text” has everything.",
            sized(bytes, '.')
        )
    },
    lines: |lines| plural(lines, "line", "lines"),

    empty: "No content",
    unknown_content: "Content of an unknown kind",
    thinking: "Thinking",
    thinking_redacted: "Thinking was redacted by the provider.",
    thinking_empty: "The provider kept this thinking to itself.",
    skill: |name| format!("Skill {name}"),
    table: "Table",
    task_done: "Done:",
    task_open: "To do:",

    image: "Image",
    enlarge_image: |name| format!("Enlarge: {name}"),
    image_empty: "The entry holds no data for it.",
    image_not_base64: "Its data are damaged: they are not base64.",
    image_unknown_kind: "Its data are not an image of a known kind.",
    image_not_made: "The browser could not make it.",
    image_damaged: "Its data are damaged: the browser cannot draw it.",
    image_too_large: |width, height| format!("{width} × {height} pixels are too many to draw."),

    error: "Error",
    aborted: "Aborted",
    length: "Cut off",
    length_note: "The reply reached the limit of its length.",
    stopped: |reason| format!("Stopped: {reason}"),
    no_message: "The file does not say why.",

    no_result: "No result",
    no_call: "Its call is not on this branch.",
    no_output: "No output",
    failed: "failed",
    exit_code: |code| format!("exit {code}"),
    timed_out: "timed out",
    timeout: |seconds| format!("timeout {seconds} s"),
    lines_from: |from, to| match to {
        Some(to) => format!("lines {from}–{to}"),
        None => format!("from line {from}"),
    },
    inside: |path| format!("in {path}"),
    details: "Details",
    nested_calls: |number| plural(number, "nested call", "nested calls"),
    nested_incomplete: "The list is not complete.",
    transcripts: |number| plural(number, "subagent transcript", "subagent transcripts"),
    unfinished: "unfinished",
    milliseconds: |value| {
        if value < 1_000.0 {
            format!("{value:.0} ms")
        } else {
            format!("{:.1} s", value / 1_000.0)
        }
    },
    cut_rest: |number| {
        format!(
            "{} more are not shown here; “Raw JSON” has them.",
            count(number, ',')
        )
    },
    output_truncated: "Pi cut this output.",
    full_output: "Full output:",
    not_in_context: "not in context",
    cancelled: "cancelled",
    changed_lines: |added, removed| {
        format!(
            "{} added, {} removed",
            plural(added, "line", "lines"),
            plural(removed, "line", "lines")
        )
    },
    lines_skipped: "Unchanged lines are left out here",

    compacted: |tokens| format!("Compacted {tokens} tokens"),
    kept_from: |what| format!("kept from “{what}”"),
    nothing_kept: "nothing before it kept",
    boundary_unknown: "where the kept part begins is unknown",
    by_extension: "by an extension",
    show_summary: "Summary",
    summary_empty: "The summary is empty.",
    branch_summarised: "Summary of a branch that was left",
    branch_from: |what| format!("from “{what}”"),
    edit_omits: |what| format!("Omitted from context: “{what}”"),
    edit_replaces: |what| format!("Edited in context: “{what}”"),
    edit_target_unknown: "an entry that is not in this file",
    show_replacement: "What stands in its place",
    model_is: |model| format!("Model: {model}"),
    thinking_is: |level| format!("Thinking: {level}"),
    named: |name| format!("Session named “{name}”"),
    name_cleared: "Session name cleared",
    labelled: |label| format!("Labeled “{label}”"),
    label_cleared: "Label cleared",
    data_of: |kind| format!("Extension data: {kind}"),
    unknown_type: |kind| format!("Unknown entry: {kind}"),
    hidden: "hidden",
    edited_in_context: "edited in context",
    omitted_from_context: "omitted from context",
    system_prompt: "System prompt",
    section: |name| format!("Section {name}"),
    section_removed: |name| format!("Section {name} removed"),
    tools_added: |number| format!("{} added", plural(number, "tool", "tools")),
    tools_removed: |number| format!("{} removed", plural(number, "tool", "tools")),

    branch_of: |position, of| format!("Branch {} of {}", count(position, ','), count(of, ',')),
    previous_branch: "Previous branch",
    next_branch: "Next branch",
};

/// Vietnamese.
pub const VI: ConversationWords = ConversationWords {
    pane: "Hội thoại",
    nothing: "Nhánh này không có gì để hiển thị.",
    article: |who, position, of| format!("{who}, {} trên {}", count(position, '.'), count(of, '.')),

    user: "Người dùng",
    assistant: "Trợ lý",
    tool: "Công cụ",
    system: "Hệ thống",
    shell: "Shell",
    extension: "Tiện ích",
    summary: "Tóm tắt",
    compaction: "Nén",
    context_edit: "Sửa ngữ cảnh",
    model: "Mô hình",
    thinking_level: "Suy nghĩ",
    session_name: "Tên",
    label: "Nhãn",
    usage: "Mức dùng",

    copy_text: "Sao chép văn bản",
    copy_link: "Sao chép liên kết",
    raw_json: "JSON gốc",
    copy_code: "Sao chép",
    copied: "Đã sao chép",
    close: "Đóng",
    json_cut: |of| format!("Cắt tại đây: cả mục dài {}.", sized(of, ',')),

    tokens: |input, output, cached| format!("{input} vào · {output} ra · {cached} từ bộ đệm"),
    number: |value| short(value, ','),
    missing: "–",
    bytes: |bytes| sized(bytes, ','),

    show_all_lines: |lines| format!("Hiện tất cả ({} dòng)", count(lines, '.')),
    show_all_characters: |number| format!("Hiện tất cả ({} ký tự)", count(number, '.')),
    show_all_bytes: |bytes| format!("Hiện tất cả ({})", sized(bytes, ',')),
    show_less: "Thu gọn",
    show_more: |shown, of| {
        format!(
            "Hiện thêm (đã hiện {} trên {})",
            sized(shown, ','),
            sized(of, ',')
        )
    },
    left_out: |bytes| {
        format!(
            "Còn {} nữa, quá nhiều để bày ở đây. “Sao chép văn bản” lấy được toàn bộ.",
            sized(bytes, ',')
        )
    },
    lines: |lines| format!("{} dòng", count(lines, '.')),

    empty: "Không có nội dung",
    unknown_content: "Nội dung không rõ loại",
    thinking: "Suy nghĩ",
    thinking_redacted: "Nhà cung cấp đã che phần suy nghĩ này.",
    thinking_empty: "Nhà cung cấp không cho xem phần suy nghĩ này.",
    skill: |name| format!("Kỹ năng {name}"),
    table: "Bảng",
    task_done: "Đã xong:",
    task_open: "Chưa xong:",

    image: "Hình ảnh",
    enlarge_image: |name| format!("Phóng to: {name}"),
    image_empty: "Mục này không chứa dữ liệu của hình.",
    image_not_base64: "Dữ liệu bị hỏng: không phải base64.",
    image_unknown_kind: "Dữ liệu không phải loại hình ảnh nào đã biết.",
    image_not_made: "Trình duyệt không tạo được hình.",
    image_damaged: "Dữ liệu bị hỏng: trình duyệt không vẽ được.",
    image_too_large: |width, height| format!("{width} × {height} điểm ảnh, quá lớn để vẽ."),

    error: "Lỗi",
    aborted: "Đã hủy",
    length: "Bị cắt ngang",
    length_note: "Câu trả lời đã chạm giới hạn độ dài.",
    stopped: |reason| format!("Đã dừng: {reason}"),
    no_message: "Tệp không nói vì sao.",

    no_result: "Không có kết quả",
    no_call: "Lời gọi của nó không nằm trên nhánh này.",
    no_output: "Không có đầu ra",
    failed: "thất bại",
    exit_code: |code| format!("mã thoát {code}"),
    timed_out: "quá thời gian",
    timeout: |seconds| format!("giới hạn {seconds} giây"),
    lines_from: |from, to| match to {
        Some(to) => format!("dòng {from}–{to}"),
        None => format!("từ dòng {from}"),
    },
    inside: |path| format!("trong {path}"),
    details: "Chi tiết",
    nested_calls: |number| format!("{} lời gọi lồng nhau", count(number, '.')),
    nested_incomplete: "Danh sách chưa đầy đủ.",
    transcripts: |number| format!("{} bản ghi của tác tử con", count(number, '.')),
    unfinished: "chưa xong",
    milliseconds: |value| {
        if value < 1_000.0 {
            format!("{value:.0} ms")
        } else {
            format!("{:.1} giây", value / 1_000.0).replace('.', ",")
        }
    },
    cut_rest: |number| {
        format!(
            "Còn {} mục không hiện ở đây; xem trong “JSON gốc”.",
            count(number, '.')
        )
    },
    output_truncated: "Pi đã cắt đầu ra này.",
    full_output: "Đầu ra đầy đủ:",
    not_in_context: "không có trong ngữ cảnh",
    cancelled: "đã hủy",
    changed_lines: |added, removed| {
        format!(
            "thêm {} dòng, bớt {} dòng",
            count(added, '.'),
            count(removed, '.')
        )
    },
    lines_skipped: "Các dòng không đổi được lược ở đây",

    compacted: |tokens| format!("Đã nén {tokens} token"),
    kept_from: |what| format!("giữ lại từ “{what}”"),
    nothing_kept: "không giữ lại gì trước đó",
    boundary_unknown: "không rõ phần giữ lại bắt đầu từ đâu",
    by_extension: "do một tiện ích",
    show_summary: "Tóm tắt",
    summary_empty: "Bản tóm tắt trống.",
    branch_summarised: "Tóm tắt một nhánh đã rời đi",
    branch_from: |what| format!("từ “{what}”"),
    edit_omits: |what| format!("Bỏ khỏi ngữ cảnh: “{what}”"),
    edit_replaces: |what| format!("Sửa trong ngữ cảnh: “{what}”"),
    edit_target_unknown: "một mục không có trong tệp này",
    show_replacement: "Nội dung thay thế",
    model_is: |model| format!("Mô hình: {model}"),
    thinking_is: |level| format!("Mức suy nghĩ: {level}"),
    named: |name| format!("Phiên được đặt tên “{name}”"),
    name_cleared: "Đã xóa tên phiên",
    labelled: |label| format!("Gắn nhãn “{label}”"),
    label_cleared: "Đã gỡ nhãn",
    data_of: |kind| format!("Dữ liệu tiện ích: {kind}"),
    unknown_type: |kind| format!("Mục không rõ loại: {kind}"),
    hidden: "ẩn",
    edited_in_context: "đã sửa trong ngữ cảnh",
    omitted_from_context: "đã bỏ khỏi ngữ cảnh",
    system_prompt: "Lời nhắc hệ thống",
    section: |name| format!("Phần {name}"),
    section_removed: |name| format!("Bỏ phần {name}"),
    tools_added: |number| format!("thêm {} công cụ", count(number, '.')),
    tools_removed: |number| format!("bớt {} công cụ", count(number, '.')),

    branch_of: |position, of| format!("Nhánh {} trên {}", count(position, '.'), count(of, '.')),
    previous_branch: "Nhánh trước",
    next_branch: "Nhánh sau",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_people_write_them() {
        for (value, shown) in [
            (0.0, "0"),
            (940.0, "940"),
            (1_400.0, "1.4k"),
            (31_000.0, "31k"),
            (999_949.0, "999.9k"),
            (999_960.0, "1M"),
            (2_100_000.0, "2.1M"),
        ] {
            assert_eq!((EN.number)(value), shown);
        }
        assert_eq!((EN.show_all_lines)(1534), "Show all (1,534 lines)");
        assert_eq!((VI.show_all_lines)(1534), "Hiện tất cả (1.534 dòng)");
        assert_eq!((EN.bytes)(1_234_567), "1.2 MB");
    }
}

//! Words of the inspector: its tabs and what stands in them.

use super::figures::{bytes, count, dollars};
use crate::state::Tab;

/// Words of the inspector in one language.
pub struct InspectorWords {
    /// Name of the pane, and of the group of its tabs.
    pub pane: &'static str,
    /// Name of its border.
    pub resize: &'static str,
    /// Name of a tab.
    pub tab: fn(Tab) -> &'static str,
    /// A number.
    pub number: fn(usize) -> String,
    /// Dollars.
    pub dollars: fn(f64) -> String,
    /// A number of bytes, in the unit that suits it.
    pub size: fn(u64) -> String,
    /// A length of time, from milliseconds.
    pub duration: fn(f64) -> String,
    /// Shows the rest of a long list; with how many.
    pub show_more: fn(usize) -> String,

    // "Entry".
    /// Nothing is in focus.
    pub no_entry: &'static str,
    /// Heading.
    pub fields: &'static str,
    /// Heading.
    pub usage: &'static str,
    /// Heading.
    pub timing: &'static str,
    /// Heading.
    pub in_file: &'static str,
    /// Heading, and name of the list of its lines.
    pub raw_json: &'static str,
    /// Field.
    pub id: &'static str,
    /// Field.
    pub parent: &'static str,
    /// What has no parent.
    pub no_parent: &'static str,
    /// Field.
    pub kind: &'static str,
    /// Field.
    pub role: &'static str,
    /// Field.
    pub tool: &'static str,
    /// Field.
    pub model: &'static str,
    /// Field.
    pub stop_reason: &'static str,
    /// Field.
    pub label: &'static str,
    /// Field.
    pub children: &'static str,
    /// Field.
    pub written: &'static str,
    /// Field: time since the entry before.
    pub since_parent: &'static str,
    /// Field: time from a call to its result.
    pub since_call: &'static str,
    /// Field.
    pub line: &'static str,
    /// Field.
    pub byte_range: &'static str,
    /// First and last byte, and how many.
    pub from_to: fn(u64, u64, u64) -> String,
    /// An entry that the file does not have.
    pub appended: &'static str,
    /// What a folded object or array holds.
    pub members: fn(usize) -> String,

    // Usage, in "Entry" and "Stats".
    /// Tokens in.
    pub input: &'static str,
    /// Tokens out.
    pub output: &'static str,
    /// Tokens read from the cache.
    pub cache_read: &'static str,
    /// Tokens written to the cache.
    pub cache_write: &'static str,
    /// All tokens.
    pub all_tokens: &'static str,
    /// Dollars.
    pub cost: &'static str,

    // "Context".
    /// Name of a list.
    pub seen: &'static str,
    /// Name of a list.
    pub left_out: &'static str,
    /// Heading.
    pub system_and_tools: &'static str,
    /// There is no system message.
    pub no_system: &'static str,
    /// A section of the prompt; a tool.
    pub own_text: &'static str,
    /// Heading of sections.
    pub sections: &'static str,
    /// Heading of tools.
    pub tools: &'static str,
    /// Under a figure.
    pub tokens_here: &'static str,
    /// Under a figure.
    pub messages: &'static str,
    /// Under a figure.
    pub absent: &'static str,
    /// How the tokens are known: counted by a reply, or estimated throughout.
    pub counted: &'static str,
    /// See `counted`.
    pub estimated: &'static str,
    /// A token estimate, for those who hear it.
    pub tokens: fn(usize) -> String,
    /// Nothing reaches the model.
    pub nothing_seen: &'static str,
    /// Nothing is left out.
    pub nothing_left_out: &'static str,
    /// Mark of a message whose content an edit replaced.
    pub replaced: &'static str,
    /// Reasons, in the order of `model_sight::Why`.
    pub why: [&'static str; 8],
    /// Who speaks, in the order of `model_sight::Speaker`.
    pub speakers: [&'static str; 7],

    // "Stats".
    /// Name of the choice between them.
    pub scope: &'static str,
    /// The branch in view.
    pub branch: &'static str,
    /// The whole file.
    pub file: &'static str,
    /// Heading.
    pub totals: &'static str,
    /// Heading.
    pub by_model: &'static str,
    /// Heading.
    pub cache_misses: &'static str,
    /// Heading.
    pub files_read: &'static str,
    /// Heading.
    pub files_changed: &'static str,
    /// Figures.
    pub user_messages: &'static str,
    /// Figures.
    pub assistant_messages: &'static str,
    /// Figures.
    pub tool_calls: &'static str,
    /// Figures.
    pub tool_results: &'static str,
    /// Figures.
    pub all_messages: &'static str,
    /// Columns of the table of tools.
    pub calls: &'static str,
    /// See `calls`.
    pub errors: &'static str,
    /// See `calls`.
    pub time: &'static str,
    /// See `calls`.
    pub bytes: &'static str,
    /// There is none.
    pub none: &'static str,
    /// A cache miss: tokens, dollars.
    pub miss: fn(usize, f64) -> String,
    /// A cache miss after so long.
    pub idle: fn(&str) -> String,
    /// A cache miss because another model was asked.
    pub model_changed: &'static str,
    /// Heading and name of the chart.
    pub chart: &'static str,
    /// The most tokens in the chart.
    pub chart_most: fn(usize) -> String,
    /// The tokens at its end.
    pub chart_last: fn(usize) -> String,
    /// Name of the list of marks.
    pub chart_marks: &'static str,
    /// Marks in the chart: compaction, change of the model, cache miss.
    pub marks: [&'static str; 3],
    /// There is nothing to draw.
    pub no_chart: &'static str,

    // "Export".
    /// Button and dialog.
    pub export: &'static str,
    /// The whole file, the branch, the branch and everything as new sessions: names, and what they are.
    pub export_forms: [(&'static str, &'static str); 4],

    // "Problems".
    /// There are none.
    pub no_problems: &'static str,
    /// Name of the list.
    pub problems: &'static str,
    /// The line of the file that a problem is about.
    pub the_line: &'static str,
}

fn plural(number: usize, one: &str, many: &str) -> String {
    let number_text = count(number, ',');
    format!("{number_text} {}", if number == 1 { one } else { many })
}

fn duration(milliseconds: f64, units: [&str; 4], mark: char) -> String {
    let seconds = milliseconds / 1000.0;
    let text = if milliseconds < 1000.0 {
        format!("{milliseconds:.0} {}", units[0])
    } else if seconds < 59.95 {
        format!("{seconds:.1} {}", units[1])
    } else if seconds < 3_600.0 {
        let minutes = (seconds / 60.0).floor();
        format!(
            "{minutes} {} {:.0} {}",
            units[2],
            (seconds - minutes * 60.0).floor(),
            units[1]
        )
    } else {
        let hours = (seconds / 3_600.0).floor();
        let minutes = ((seconds - hours * 3_600.0) / 60.0).floor();
        format!("{hours} {} {minutes} {}", units[3], units[2])
    };
    text.replace('.', &mark.to_string())
}

fn offset(number: u64, separator: char) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), separator)
}

/// English.
pub const EN: InspectorWords = InspectorWords {
    pane: "Inspector",
    resize: "Width of the inspector",
    tab: |tab| match tab {
        Tab::Entry => "Entry",
        Tab::Context => "Context",
        Tab::Stats => "Stats",
        Tab::Problems => "Problems",
    },
    number: |number| count(number, ','),
    dollars: |number| dollars(number, '.'),
    size: |number| bytes(number, '.'),
    duration: |milliseconds| duration(milliseconds, ["ms", "s", "min", "h"], '.'),
    show_more: |number| format!("Show {} more", count(number, ',')),

    no_entry: "No entry is in focus. Choose one in the tree.",
    fields: "Fields",
    usage: "Usage",
    timing: "Timing",
    in_file: "In the file",
    raw_json: "Raw JSON",
    id: "Id",
    parent: "Parent",
    no_parent: "none: a root",
    kind: "Type",
    role: "Role",
    tool: "Tool",
    model: "Model",
    stop_reason: "Stop reason",
    label: "Label",
    children: "Children",
    written: "Written",
    since_parent: "Since its parent",
    since_call: "Since its call",
    line: "Line",
    byte_range: "Bytes",
    from_to: |first, last, length| {
        format!(
            "{}–{} ({})",
            offset(first, ','),
            offset(last, ','),
            bytes(length, '.')
        )
    },
    appended: "Not in the file: added here",
    members: |number| plural(number, "member", "members"),

    input: "Input",
    output: "Output",
    cache_read: "Cache read",
    cache_write: "Cache write",
    all_tokens: "All tokens",
    cost: "Cost",

    seen: "What the model sees",
    left_out: "Left out",
    system_and_tools: "System prompt and tools",
    no_system: "No system message is in the context.",
    own_text: "Prompt",
    sections: "Sections",
    tools: "Tools",
    tokens_here: "tokens here",
    messages: "messages",
    absent: "left out",
    counted: "As the last reply counted it, and an estimate of what follows.",
    estimated: "An estimate: no reply has counted this context yet.",
    tokens: |number| plural(number, "token", "tokens"),
    nothing_seen: "Nothing reaches the model here.",
    nothing_left_out: "Every entry of the branch reaches the model.",
    replaced: "replaced",
    why: [
        "compacted",
        "system before compaction",
        "older compaction",
        "omitted",
        "no content",
        "not a message",
        "kept from the model",
        "unknown role",
    ],
    speakers: [
        "User",
        "Assistant",
        "System",
        "Shell",
        "Custom",
        "Summary",
        "Compaction",
    ],

    scope: "Figures of",
    branch: "Branch",
    file: "File",
    totals: "Totals",
    by_model: "Cost by model",
    cache_misses: "Cache misses",
    files_read: "Files read",
    files_changed: "Files changed",
    user_messages: "User messages",
    assistant_messages: "Replies",
    tool_calls: "Tool calls",
    tool_results: "Tool results",
    all_messages: "All messages",
    calls: "Calls",
    errors: "Errors",
    time: "Time",
    bytes: "Bytes",
    none: "None",
    miss: |tokens, cost| {
        format!(
            "{} paid again, {} more",
            plural(tokens, "token", "tokens"),
            dollars(cost, '.')
        )
    },
    idle: |duration| format!("after {duration}"),
    model_changed: "another model",
    chart: "Context along this branch",
    chart_most: |tokens| format!("at most {}", plural(tokens, "token", "tokens")),
    chart_last: |tokens| format!("{} at the end", count(tokens, ',')),
    chart_marks: "Marks in the chart",
    marks: ["compaction", "model change", "cache miss"],
    no_chart: "There is nothing on this branch to measure.",

    export: "Export",
    export_forms: [
        (
            "Whole file",
            "The file as it was read, byte for byte, with what was added here behind it.",
        ),
        (
            "This branch",
            "The entries from the root to the leaf in view, under the session's own id.",
        ),
        (
            "Extract branch",
            "The branch in view as a session of its own, with a new id and the labels that it keeps.",
        ),
        (
            "Fork",
            "Everything as a session of its own, with a new id, as a file of version 3.",
        ),
    ],

    no_problems: "Nothing is wrong with this file.",
    problems: "Problems",
    the_line: "The line",
};

/// Vietnamese.
pub const VI: InspectorWords = InspectorWords {
    pane: "Bảng soi",
    resize: "Chiều rộng của bảng soi",
    tab: |tab| match tab {
        Tab::Entry => "Mục",
        Tab::Context => "Ngữ cảnh",
        Tab::Stats => "Thống kê",
        Tab::Problems => "Vấn đề",
    },
    number: |number| count(number, '.'),
    dollars: |number| dollars(number, ','),
    size: |number| bytes(number, ','),
    duration: |milliseconds| duration(milliseconds, ["ms", "giây", "phút", "giờ"], ','),
    show_more: |number| format!("Hiện thêm {}", count(number, '.')),

    no_entry: "Chưa chọn mục nào. Hãy chọn một mục trong cây.",
    fields: "Các trường",
    usage: "Mức dùng",
    timing: "Thời gian",
    in_file: "Trong tệp",
    raw_json: "JSON gốc",
    id: "Mã",
    parent: "Mục cha",
    no_parent: "không: là gốc",
    kind: "Loại",
    role: "Vai",
    tool: "Công cụ",
    model: "Mô hình",
    stop_reason: "Lý do dừng",
    label: "Nhãn",
    children: "Mục con",
    written: "Được ghi",
    since_parent: "Sau mục cha",
    since_call: "Sau lời gọi",
    line: "Dòng",
    byte_range: "Byte",
    from_to: |first, last, length| {
        format!(
            "{}–{} ({})",
            offset(first, '.'),
            offset(last, '.'),
            bytes(length, ',')
        )
    },
    appended: "Không có trong tệp: được thêm ở đây",
    members: |number| format!("{} phần tử", count(number, '.')),

    input: "Đầu vào",
    output: "Đầu ra",
    cache_read: "Đọc bộ đệm",
    cache_write: "Ghi bộ đệm",
    all_tokens: "Tổng token",
    cost: "Chi phí",

    seen: "Những gì mô hình thấy",
    left_out: "Bị bỏ ra",
    system_and_tools: "Lời nhắc hệ thống và công cụ",
    no_system: "Không có thông điệp hệ thống trong ngữ cảnh.",
    own_text: "Lời nhắc",
    sections: "Các phần",
    tools: "Công cụ",
    tokens_here: "token ở đây",
    messages: "thông điệp",
    absent: "bị bỏ ra",
    counted: "Theo số đếm của lần trả lời cuối, cộng ước lượng phần sau đó.",
    estimated: "Ước lượng: chưa lần trả lời nào đếm ngữ cảnh này.",
    tokens: |number| format!("{} token", count(number, '.')),
    nothing_seen: "Ở đây không có gì đến được mô hình.",
    nothing_left_out: "Mọi mục của nhánh đều đến được mô hình.",
    replaced: "đã thay",
    why: [
        "đã nén",
        "hệ thống trước lần nén",
        "lần nén cũ",
        "đã lược",
        "không có nội dung",
        "không phải thông điệp",
        "giữ lại, không gửi",
        "vai lạ",
    ],
    speakers: [
        "Người dùng",
        "Trợ lý",
        "Hệ thống",
        "Dòng lệnh",
        "Tùy biến",
        "Tóm tắt",
        "Nén",
    ],

    scope: "Số liệu của",
    branch: "Nhánh",
    file: "Tệp",
    totals: "Tổng cộng",
    by_model: "Chi phí theo mô hình",
    cache_misses: "Trượt bộ đệm",
    files_read: "Tệp đã đọc",
    files_changed: "Tệp đã đổi",
    user_messages: "Thông điệp người dùng",
    assistant_messages: "Lần trả lời",
    tool_calls: "Lời gọi công cụ",
    tool_results: "Kết quả công cụ",
    all_messages: "Mọi thông điệp",
    calls: "Lần gọi",
    errors: "Lỗi",
    time: "Thời gian",
    bytes: "Dung lượng",
    none: "Không có",
    miss: |tokens, cost| {
        format!(
            "{} token trả lại lần nữa, thêm {}",
            count(tokens, '.'),
            dollars(cost, ',')
        )
    },
    idle: |duration| format!("sau {duration}"),
    model_changed: "mô hình khác",
    chart: "Ngữ cảnh dọc nhánh này",
    chart_most: |tokens| format!("nhiều nhất {} token", count(tokens, '.')),
    chart_last: |tokens| format!("{} ở cuối", count(tokens, '.')),
    chart_marks: "Các dấu trên biểu đồ",
    marks: ["nén", "đổi mô hình", "trượt bộ đệm"],
    no_chart: "Nhánh này không có gì để đo.",

    export: "Xuất",
    export_forms: [
        (
            "Toàn bộ tệp",
            "Tệp như đã đọc, đúng từng byte, cộng những gì được thêm ở đây.",
        ),
        (
            "Nhánh này",
            "Các mục từ gốc đến lá đang xem, giữ mã của phiên.",
        ),
        (
            "Tách nhánh",
            "Nhánh đang xem thành một phiên riêng, có mã mới và các nhãn còn giữ.",
        ),
        (
            "Rẽ phiên",
            "Tất cả thành một phiên riêng, có mã mới, theo phiên bản 3.",
        ),
    ],

    no_problems: "Tệp này không có vấn đề gì.",
    problems: "Vấn đề",
    the_line: "Dòng này",
};

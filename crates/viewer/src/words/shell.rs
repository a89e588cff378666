//! Words of the start page, header, sessions list, status bar, intake and dialogs.

use super::figures::{bytes, count};

/// Words of the shell in one language.
pub struct ShellWords {
    /// The language tag by which dates are written.
    pub date_locale: &'static str,
    /// The name of the product.
    pub product: &'static str,

    // The start page.
    /// What this is, in one line.
    pub tagline: &'static str,
    /// That nothing leaves the browser, in one line.
    pub privacy: &'static str,
    /// Button.
    pub open_files: &'static str,
    /// Button.
    pub open_folder: &'static str,
    /// Button.
    pub paste: &'static str,
    /// Button.
    pub try_sample: &'static str,
    /// Name of the group of those buttons.
    pub ways_to_open: &'static str,
    /// Beneath the buttons.
    pub drop_hint: &'static str,
    /// Where Pi keeps sessions.
    pub where_sessions_are: &'static str,

    // A link to a session that is not open.
    /// Heading.
    pub awaiting_title: &'static str,
    /// What to do; with the id of the session.
    pub awaiting_session: fn(&str) -> String,
    /// What to do if the link names entries only.
    pub awaiting_entry: &'static str,
    /// What to do about a gist; with its id.
    pub awaiting_gist: fn(&str) -> String,
    /// What to do about an address; with it.
    pub awaiting_url: fn(&str) -> String,
    /// Subject of a notice about the address.
    pub this_link: &'static str,
    /// The link names an entry that is not there; with its id.
    pub unknown_entry: fn(&str) -> String,

    // The header.
    /// Button.
    pub settings: &'static str,
    /// Button.
    pub help: &'static str,
    /// A session without name and prompt.
    pub untitled: &'static str,
    /// What the header's figures are, for those who hear them.
    pub model: &'static str,
    /// See `model`.
    pub directory: &'static str,
    /// See `model`.
    pub dates: &'static str,

    // The panes.
    /// The list of open sessions.
    pub sessions: &'static str,
    /// Closes a session; with its title.
    pub close_session: fn(&str) -> String,
    /// Name of the switch between panes.
    pub panes: &'static str,
    /// Name of the border between tree and conversation.
    pub resize_tree: &'static str,
    /// Name of the border between sessions and tree.
    pub resize_sessions: &'static str,

    // The status bar.
    /// Always in sight.
    pub nothing_leaves: &'static str,
    /// Number of entries.
    pub entries: fn(usize) -> String,
    /// A file's size.
    pub size: fn(u64) -> String,
    /// Nothing is wrong with the file.
    pub no_problems: &'static str,
    /// Number of problems.
    pub problem_count: fn(usize) -> String,
    /// Number of diagnostics, where none is a problem.
    pub note_count: fn(usize) -> String,

    // The intake.
    /// Over the page while files hang over it; with their number, 0 if it is not known.
    pub drop_files: fn(usize) -> String,
    /// Over the page while text hangs over it.
    pub drop_text: &'static str,
    /// Under both.
    pub drop_note: &'static str,
    /// Name of the progress bar; with the file.
    pub reading: fn(&str) -> String,
    /// How far it is: bytes read and there.
    pub bytes_of: fn(u64, u64) -> String,
    /// Which file it is: number and count.
    pub file_of: fn(usize, usize) -> String,
    /// Button.
    pub cancel: &'static str,
    /// A file that was pasted.
    pub pasted_name: &'static str,
    /// The sample.
    pub sample_name: &'static str,
    /// Subject of a notice.
    pub this_folder: &'static str,
    /// Subject of a notice.
    pub clipboard: &'static str,
    /// Removes a notice.
    pub dismiss: &'static str,
    /// Name of the notices.
    pub notices: &'static str,

    // Why something was not opened.
    /// Stopped by the reader; with the number of sessions opened before.
    pub cancelled: fn(usize) -> String,
    /// Files in a folder that are no sessions, and sessions opened.
    pub passed_over: fn(usize, usize) -> String,
    /// A file of an archive, as the page names it; with the archive's name and the file's.
    pub in_archive: fn(&str, &str) -> String,
    /// Files of an archive that are none of Pi's; with the first one's name.
    pub left_out: fn(usize, &str) -> String,
    /// UTF-16.
    pub is_utf16: &'static str,
    /// A binary file; with its kind.
    pub is_binary: fn(&str) -> String,
    /// More than a page can hold; with its size.
    pub too_big: fn(u64) -> String,
    /// The browser failed; with its reason.
    pub unreadable: fn(&str) -> String,
    /// An empty drop.
    pub nothing_there: &'static str,
    /// An empty clipboard.
    pub empty_clipboard: &'static str,
    /// A clipboard that the page may not read.
    pub no_clipboard: &'static str,

    // Dialogs.
    /// Button.
    pub close: &'static str,
    /// Heading in "Settings".
    pub theme: &'static str,
    /// Choice of a theme.
    pub theme_system: &'static str,
    /// Choice of a theme.
    pub theme_light: &'static str,
    /// Choice of a theme.
    pub theme_dark: &'static str,
    /// Heading in "Settings".
    pub language: &'static str,
    /// Heading in "Settings".
    pub show: &'static str,
    /// That choices are kept.
    pub settings_note: &'static str,
    /// Heading in "Help".
    pub keys: &'static str,
    /// Column of the table of keys.
    pub key: &'static str,
    /// Column of the table of keys.
    pub what_it_does: &'static str,
    /// That keys are silent in fields.
    pub keys_note: &'static str,
    /// Line of a diagnostic.
    pub line: fn(u32) -> String,
    /// Byte offset of a diagnostic.
    pub byte: fn(u64) -> String,
    /// Severities.
    pub severity: [&'static str; 3],

    // Copying.
    /// Said after copying.
    pub copied_text: &'static str,
    /// Said after copying.
    pub copied_link: &'static str,
    /// The browser refused.
    pub copy_failed: &'static str,

    /// What keys do.
    pub commands: CommandWords,
}

/// What keys do, in one language.
pub struct CommandWords {
    /// `?`
    pub help: &'static str,
    /// `/`
    pub search: &'static str,
    /// Arrows, `j`, `k`, …
    pub move_row: &'static str,
    /// Home, End, Page keys.
    pub move_far: &'static str,
    /// Left and Right.
    pub fold: &'static str,
    /// Enter.
    pub go: &'static str,
    /// `[` and `]`
    pub segment: &'static str,
    /// `Shift+J` and `Shift+K`
    pub prompt: &'static str,
    /// `1` to `5`
    pub filter: &'static str,
    /// `g` and `Shift+G`
    pub cycle_filter: &'static str,
    /// `Shift+L`
    pub label: &'static str,
    /// `Shift+T`
    pub label_times: &'static str,
    /// `t`
    pub thinking: &'static str,
    /// `o`
    pub tools: &'static str,
    /// `h`
    pub hidden: &'static str,
    /// `c`
    pub copy: &'static str,
    /// `y`
    pub copy_link: &'static str,
    /// `Ctrl+V`
    pub paste: &'static str,
    /// `Esc`
    pub escape: &'static str,
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        count(number, ','),
        if number == 1 { one } else { many }
    )
}

/// English.
pub const EN: ShellWords = ShellWords {
    date_locale: "en-GB",
    product: "Pi session viewer",

    tagline: "See what an agent did in a Pi session: its tree, every branch, every tool call.",
    privacy: "Files are read in this page. Nothing leaves the browser.",
    open_files: "Open files",
    open_folder: "Open folder",
    paste: "Paste",
    try_sample: "Try a sample",
    ways_to_open: "Ways to open a session",
    drop_hint: "Or drop session files or folders anywhere in this window.",
    where_sessions_are: "Pi keeps its sessions under ~/.pi/agent/sessions, one .jsonl file each.",

    awaiting_title: "This link leads into a session that is not open",
    awaiting_session: |id| {
        format!("Open the file of session {id}, and the page goes to the place.")
    },
    awaiting_entry: "Open the session file that it was made for, and the page goes to the place.",
    awaiting_gist: |id| {
        format!(
            "It names the gist {id}. Gists are not fetched yet: save the session file from the gist and open it here, and the page goes to the place."
        )
    },
    awaiting_url: |url| {
        format!(
            "It names the address {url}. Addresses are not fetched yet: download the file and open it here, and the page goes to the place."
        )
    },
    this_link: "Link",
    unknown_entry: |id| {
        format!(
            "The link leads to entry {id}, which this session does not have. The session is shown from its own leaf instead; perhaps the link was made from another copy of the file."
        )
    },

    settings: "Settings",
    help: "Help",
    untitled: "Untitled session",
    model: "Model",
    directory: "Working directory",
    dates: "Dates",

    sessions: "Sessions",
    close_session: |title| format!("Close {title}"),
    panes: "Panes",
    resize_tree: "Width of the tree",
    resize_sessions: "Height of the list of sessions",

    nothing_leaves: "Nothing leaves this browser",
    entries: |number| plural(number, "entry", "entries"),
    size: |number| bytes(number, '.'),
    no_problems: "No problems",
    problem_count: |number| plural(number, "problem", "problems"),
    note_count: |number| plural(number, "note", "notes"),

    drop_files: |number| match number {
        0 => "Drop to open".to_owned(),
        1 => "Drop to open it".to_owned(),
        _ => format!("Drop to open {} items", count(number, ',')),
    },
    drop_text: "Drop to open this text as a session",
    drop_note: "It is read in this page and goes nowhere else. What is open stays open.",
    reading: |file| format!("Reading {file}"),
    bytes_of: |read, total| format!("{} of {}", bytes(read, '.'), bytes(total, '.')),
    file_of: |number, total| format!("file {} of {}", count(number, ','), count(total, ',')),
    cancel: "Cancel",
    pasted_name: "pasted text",
    sample_name: "sample.jsonl",
    this_folder: "Files",
    clipboard: "Clipboard",
    dismiss: "Dismiss",
    notices: "Notices",

    cancelled: |opened| match opened {
        0 => "Reading was cancelled. Nothing was opened.".to_owned(),
        _ => format!(
            "Reading was cancelled. {} opened before that.",
            plural(opened, "session was", "sessions were")
        ),
    },
    passed_over: |files, opened| {
        let files = plural(files, "file is", "files are");
        match opened {
            0 => format!(
                "No session was found: {files} something else. Pi keeps its sessions under ~/.pi/agent/sessions."
            ),
            _ => format!(
                "{} opened; {files} something else and left out.",
                plural(opened, "session", "sessions")
            ),
        }
    },
    in_archive: |archive, file| format!("{file} in {archive}"),
    left_out: |number, first| match number {
        1 => format!("1 file in it is no session and was left out: {first}"),
        _ => {
            format!("{number} files in it are no sessions and were left out, the first is {first}")
        }
    },
    is_utf16: "This is UTF-16 text, and session files are UTF-8. Save it as UTF-8 and open it again.",
    is_binary: |kind| {
        format!(
            "This is a binary file ({kind}), not a Pi session. A session is a text file with one JSON object a line."
        )
    },
    too_big: |size| {
        format!(
            "The file has {}, and with what is open that is more than a browser page can hold (about 3.5 GB). Close other sessions, or cut the file: a part that begins with its first line opens too.",
            bytes(size, '.')
        )
    },
    unreadable: |reason| {
        format!(
            "The browser could not read it ({reason}). Perhaps it was moved or changed meanwhile; try to open it again."
        )
    },
    nothing_there: "There is no file in it. Open a .jsonl session file; Pi keeps them under ~/.pi/agent/sessions.",
    empty_clipboard: "There is no text in the clipboard. Copy the lines of a session file first.",
    no_clipboard: "The browser did not let the page read the clipboard. Press Ctrl+V (Cmd+V on a Mac) instead.",

    close: "Close",
    theme: "Theme",
    theme_system: "System",
    theme_light: "Light",
    theme_dark: "Dark",
    language: "Language",
    show: "Show",
    settings_note: "These choices are kept in this browser.",
    keys: "Keys",
    key: "Key",
    what_it_does: "What it does",
    keys_note: "No key does anything while you type in a field.",
    line: |line| format!("line {}", count(line as usize, ',')),
    byte: |offset| {
        format!(
            "byte {}",
            count(usize::try_from(offset).unwrap_or(usize::MAX), ',')
        )
    },
    severity: ["Note", "Warning", "Error"],

    copied_text: "Text copied.",
    copied_link: "Link copied. It works for whoever has the session file.",
    copy_failed: "The browser did not let the page copy.",

    commands: CommandWords {
        help: "Help",
        search: "Search entries",
        move_row: "Next, previous entry",
        move_far: "First, last entry; a page down, up",
        fold: "Fold, unfold, or go to parent, first child",
        go: "Go to the entry in the conversation",
        segment: "Previous, next branch segment",
        prompt: "Next, previous prompt",
        filter: "Filter: Default, No tools, User only, Labeled only, All",
        cycle_filter: "Next, previous filter",
        label: "Label the entry",
        label_times: "Times of labels",
        thinking: "Thinking",
        tools: "Tool output in full",
        hidden: "Hidden messages",
        copy: "Copy the text of the entry",
        copy_link: "Copy a link to the entry",
        paste: "Open what the clipboard holds",
        escape: "Clear the search; close a dialog",
    },
};

/// Vietnamese.
pub const VI: ShellWords = ShellWords {
    date_locale: "vi",
    product: "Trình xem phiên Pi",

    tagline: "Xem tác tử đã làm gì trong một phiên Pi: cây, mọi nhánh, mọi lần gọi công cụ.",
    privacy: "Tệp được đọc ngay trong trang này. Không gì rời khỏi trình duyệt.",
    open_files: "Mở tệp",
    open_folder: "Mở thư mục",
    paste: "Dán",
    try_sample: "Thử bản mẫu",
    ways_to_open: "Các cách mở phiên",
    drop_hint: "Hoặc thả tệp phiên hay thư mục vào bất cứ đâu trong cửa sổ này.",
    where_sessions_are: "Pi giữ các phiên trong ~/.pi/agent/sessions, mỗi phiên một tệp .jsonl.",

    awaiting_title: "Liên kết này dẫn vào một phiên chưa mở",
    awaiting_session: |id| format!("Hãy mở tệp của phiên {id}, trang sẽ đến đúng chỗ."),
    awaiting_entry: "Hãy mở tệp phiên mà liên kết được tạo ra từ đó, trang sẽ đến đúng chỗ.",
    awaiting_gist: |id| {
        format!(
            "Liên kết nêu gist {id}. Trang chưa tải được gist: hãy lưu tệp phiên từ gist rồi mở ở đây, trang sẽ đến đúng chỗ."
        )
    },
    awaiting_url: |url| {
        format!(
            "Liên kết nêu địa chỉ {url}. Trang chưa tải được từ địa chỉ: hãy tải tệp về rồi mở ở đây, trang sẽ đến đúng chỗ."
        )
    },
    this_link: "Liên kết",
    unknown_entry: |id| {
        format!(
            "Liên kết dẫn đến mục {id}, nhưng phiên này không có mục đó. Phiên được hiện từ lá của nó; có lẽ liên kết được tạo từ một bản khác của tệp."
        )
    },

    settings: "Cài đặt",
    help: "Trợ giúp",
    untitled: "Phiên không tên",
    model: "Mô hình",
    directory: "Thư mục làm việc",
    dates: "Thời gian",

    sessions: "Phiên",
    close_session: |title| format!("Đóng {title}"),
    panes: "Các khung",
    resize_tree: "Chiều rộng của cây",
    resize_sessions: "Chiều cao của danh sách phiên",

    nothing_leaves: "Không gì rời khỏi trình duyệt này",
    entries: |number| format!("{} mục", count(number, '.')),
    size: |number| bytes(number, ','),
    no_problems: "Không có vấn đề",
    problem_count: |number| format!("{} vấn đề", count(number, '.')),
    note_count: |number| format!("{} ghi chú", count(number, '.')),

    drop_files: |number| match number {
        0 | 1 => "Thả để mở".to_owned(),
        _ => format!("Thả để mở {} mục", count(number, '.')),
    },
    drop_text: "Thả để mở đoạn chữ này như một phiên",
    drop_note: "Nội dung được đọc ngay trong trang và không đi đâu cả. Phiên đang mở vẫn mở.",
    reading: |file| format!("Đang đọc {file}"),
    bytes_of: |read, total| format!("{} / {}", bytes(read, ','), bytes(total, ',')),
    file_of: |number, total| format!("tệp {} / {}", count(number, '.'), count(total, '.')),
    cancel: "Hủy",
    pasted_name: "đoạn đã dán",
    sample_name: "sample.jsonl",
    this_folder: "Tệp",
    clipboard: "Bộ nhớ tạm",
    dismiss: "Bỏ qua",
    notices: "Thông báo",

    cancelled: |opened| match opened {
        0 => "Đã hủy việc đọc. Chưa mở gì.".to_owned(),
        _ => format!(
            "Đã hủy việc đọc. Trước đó đã mở {} phiên.",
            count(opened, '.')
        ),
    },
    passed_over: |files, opened| {
        let files = count(files, '.');
        match opened {
            0 => format!(
                "Không tìm thấy phiên nào: {files} tệp là thứ khác. Pi giữ các phiên trong ~/.pi/agent/sessions."
            ),
            _ => format!(
                "Đã mở {} phiên; {files} tệp là thứ khác nên bị bỏ qua.",
                count(opened, '.')
            ),
        }
    },
    in_archive: |archive, file| format!("{file} trong {archive}"),
    left_out: |number, first| {
        format!(
            "{number} tệp bên trong không phải phiên làm việc nên bị bỏ qua; tệp đầu tiên là {first}"
        )
    },
    is_utf16: "Đây là văn bản UTF-16, còn tệp phiên là UTF-8. Hãy lưu lại thành UTF-8 rồi mở lại.",
    is_binary: |kind| {
        format!(
            "Đây là tệp nhị phân ({kind}), không phải phiên Pi. Phiên là tệp văn bản, mỗi dòng một đối tượng JSON."
        )
    },
    too_big: |size| {
        format!(
            "Tệp có {}, cộng với những gì đang mở thì quá sức chứa của một trang (khoảng 3,5 GB). Hãy đóng bớt phiên, hoặc cắt tệp: một phần bắt đầu từ dòng đầu tiên vẫn mở được.",
            bytes(size, ',')
        )
    },
    unreadable: |reason| {
        format!(
            "Trình duyệt không đọc được ({reason}). Có lẽ tệp vừa bị dời hay thay đổi; hãy thử mở lại."
        )
    },
    nothing_there: "Không có tệp nào trong đó. Hãy mở tệp phiên .jsonl; Pi giữ chúng trong ~/.pi/agent/sessions.",
    empty_clipboard: "Bộ nhớ tạm không có chữ. Trước hết hãy sao chép các dòng của một tệp phiên.",
    no_clipboard: "Trình duyệt không cho trang đọc bộ nhớ tạm. Hãy nhấn Ctrl+V (Cmd+V trên máy Mac).",

    close: "Đóng",
    theme: "Giao diện",
    theme_system: "Theo hệ thống",
    theme_light: "Sáng",
    theme_dark: "Tối",
    language: "Ngôn ngữ",
    show: "Hiện",
    settings_note: "Các lựa chọn này được giữ trong trình duyệt này.",
    keys: "Phím",
    key: "Phím",
    what_it_does: "Tác dụng",
    keys_note: "Không phím nào có tác dụng khi đang gõ trong ô nhập.",
    line: |line| format!("dòng {}", count(line as usize, '.')),
    byte: |offset| {
        format!(
            "byte {}",
            count(usize::try_from(offset).unwrap_or(usize::MAX), '.')
        )
    },
    severity: ["Ghi chú", "Cảnh báo", "Lỗi"],

    copied_text: "Đã sao chép nội dung.",
    copied_link: "Đã sao chép liên kết. Ai có tệp phiên đều dùng được.",
    copy_failed: "Trình duyệt không cho trang sao chép.",

    commands: CommandWords {
        help: "Trợ giúp",
        search: "Tìm mục",
        move_row: "Mục sau, mục trước",
        move_far: "Mục đầu, mục cuối; xuống, lên một trang",
        fold: "Gập, mở, hoặc đến mục cha, mục con đầu",
        go: "Đến mục trong hội thoại",
        segment: "Đoạn nhánh trước, sau",
        prompt: "Lời nhắc sau, trước",
        filter: "Bộ lọc: Mặc định, Bỏ công cụ, Người dùng, Có nhãn, Tất cả",
        cycle_filter: "Bộ lọc sau, trước",
        label: "Gắn nhãn cho mục",
        label_times: "Thời gian của nhãn",
        thinking: "Suy nghĩ",
        tools: "Toàn bộ kết quả công cụ",
        hidden: "Thông điệp ẩn",
        copy: "Sao chép nội dung của mục",
        copy_link: "Sao chép liên kết đến mục",
        paste: "Mở nội dung bộ nhớ tạm",
        escape: "Xóa ô tìm; đóng hộp thoại",
    },
};

//! Words of what changes a session: labels, names, moves, and what is not saved yet.

use super::figures::count;

/// Words of the edits in one language.
pub struct EditWords {
    // What an entry offers.
    /// Button, dialog and field.
    pub label: &'static str,
    /// Button and dialog.
    pub continue_here: &'static str,
    /// Button and dialog.
    pub edit_context: &'static str,
    /// On an entry that no file holds yet.
    pub pending: &'static str,

    // Dialogs.
    /// Button.
    pub save: &'static str,
    /// Button.
    pub clear: &'static str,
    /// Under the field of a label.
    pub label_note: &'static str,
    /// Button and dialog.
    pub rename: &'static str,
    /// Field.
    pub name: &'static str,
    /// Under the field of a name.
    pub name_note: &'static str,
    /// What an edit of the context does.
    pub context_note: &'static str,
    /// Choice.
    pub omit: &'static str,
    /// Choice.
    pub replace: &'static str,
    /// Field.
    pub replacement: &'static str,
    /// The entry is on another branch than the leaf.
    pub not_on_branch: &'static str,
    /// Choice.
    pub no_summary: &'static str,
    /// Choice.
    pub summarize: &'static str,
    /// Choice.
    pub summarize_with_instructions: &'static str,
    /// Why that choice can't be made.
    pub instructions_need_a_model: &'static str,
    /// Field.
    pub summary: &'static str,
    /// What the summary is.
    pub summary_note: &'static str,
    /// What is left says nothing.
    pub nothing_to_summarize: &'static str,
    /// Button.
    pub go_on: &'static str,
    /// What a move does.
    pub move_note: &'static str,
    /// What a move from a message does.
    pub move_note_written: &'static str,
    /// Going to the leaf itself.
    pub is_leaf_already: &'static str,

    // The message that is written.
    /// Field.
    pub message: &'static str,
    /// Beneath the field.
    pub message_note: &'static str,
    /// Button.
    pub copy: &'static str,
    /// Said after copying.
    pub copied: &'static str,
    /// Button.
    pub append: &'static str,
    /// Button.
    pub discard: &'static str,

    // What is not saved.
    /// Name of the bar.
    pub unsaved: &'static str,
    /// Number of entries that no file holds.
    pub unsaved_entries: fn(usize) -> String,
    /// Nothing is appended (any more).
    pub nothing_unsaved: &'static str,
    /// Button.
    pub undo: &'static str,
    /// Button.
    pub redo: &'static str,
    /// Button.
    pub download: &'static str,
    /// The leaf stands where a file does not keep it.
    pub moved: &'static str,
    /// Button.
    pub move_back: &'static str,

    // Notices.
    /// Subject of a refusal.
    pub not_done: &'static str,
    /// The edit went to another branch than the one in view.
    pub went_to_leaf: &'static str,
    /// Saved under this name.
    pub saved: fn(&str) -> String,
    /// The browser did not take the file.
    pub not_saved: &'static str,
}

/// English.
pub const EN: EditWords = EditWords {
    label: "Label",
    continue_here: "Continue from here",
    edit_context: "Edit in context",
    pending: "not saved",

    save: "Save",
    clear: "Clear",
    label_note: "The last label counts. It is appended to the session; the file stays as it is.",
    rename: "Rename session",
    name: "Name",
    name_note: "An empty name clears it; the first message then stands for it.",
    context_note: "Changes what the model sees of this entry from here on. The entry itself stays as it is.",
    omit: "Leave it out",
    replace: "Replace its text",
    replacement: "Replacement",
    not_on_branch: "This entry is not on the branch that the session stands on. Continue from a branch that holds it first.",
    no_summary: "No summary",
    summarize: "Summarize",
    summarize_with_instructions: "Summarize with instructions",
    instructions_need_a_model: "Instructions need a model, and none can be set yet.",
    summary: "Summary",
    summary_note: "A digest of the branch that is left, made here from its entries without a model: each line names the entry it comes from. Change it as you like.",
    nothing_to_summarize: "The branch that is left says nothing that could be summarized.",
    go_on: "Continue",
    move_note: "The session goes on from this entry: what is appended next becomes its child.",
    move_note_written: "The session goes on from before this message, and its text is yours to change and append.",
    is_leaf_already: "The session stands at this entry already.",

    message: "Message",
    message_note: "Appended as a user message where the session stands. No model is asked.",
    copy: "Copy",
    copied: "Copied",
    append: "Append",
    discard: "Discard",

    unsaved: "Changes",
    unsaved_entries: |number| {
        if number == 1 {
            "1 entry is not saved".to_owned()
        } else {
            format!("{} entries are not saved", count(number, ','))
        }
    },
    nothing_unsaved: "All is as in the file",
    undo: "Undo",
    redo: "Redo",
    download: "Download .jsonl",
    moved: "The leaf was moved. A file does not keep that: Pi opens it at its last entry.",
    move_back: "Move back",

    not_done: "Not done",
    went_to_leaf: "Appended where the session stands, which is another branch than the one in view.",
    saved: |name| format!("Saved as {name}. The file that was opened is as it was."),
    not_saved: "The browser did not take the file. Nothing is lost: the changes are still here.",
};

/// Vietnamese.
pub const VI: EditWords = EditWords {
    label: "Nhãn",
    continue_here: "Tiếp tục từ đây",
    edit_context: "Sửa trong ngữ cảnh",
    pending: "chưa lưu",

    save: "Lưu",
    clear: "Xóa",
    label_note: "Nhãn cuối cùng có hiệu lực. Nhãn được nối thêm vào phiên; tệp vẫn như cũ.",
    rename: "Đổi tên phiên",
    name: "Tên",
    name_note: "Tên trống sẽ xóa tên; khi đó tin nhắn đầu tiên thay cho tên.",
    context_note: "Đổi những gì mô hình thấy ở mục này từ đây trở đi. Bản thân mục vẫn như cũ.",
    omit: "Bỏ ra ngoài",
    replace: "Thay nội dung",
    replacement: "Nội dung thay thế",
    not_on_branch: "Mục này không nằm trên nhánh mà phiên đang đứng. Trước hết hãy tiếp tục từ một nhánh có nó.",
    no_summary: "Không tóm tắt",
    summarize: "Tóm tắt",
    summarize_with_instructions: "Tóm tắt theo chỉ dẫn",
    instructions_need_a_model: "Chỉ dẫn cần một mô hình, mà hiện chưa thể chọn mô hình nào.",
    summary: "Bản tóm tắt",
    summary_note: "Bản lược thuật về nhánh bị rời đi, được lập ngay tại đây từ các mục của nó mà không cần mô hình: mỗi dòng nêu mục mà nó lấy ra. Bạn có thể sửa tùy ý.",
    nothing_to_summarize: "Nhánh bị rời đi không nói gì có thể tóm tắt.",
    go_on: "Tiếp tục",
    move_note: "Phiên đi tiếp từ mục này: mục được nối thêm sau đó là con của nó.",
    move_note_written: "Phiên đi tiếp từ trước tin nhắn này, và bạn có thể sửa rồi nối thêm nội dung của nó.",
    is_leaf_already: "Phiên đã đứng ở mục này.",

    message: "Tin nhắn",
    message_note: "Được nối thêm như tin nhắn của người dùng tại chỗ phiên đang đứng. Không hỏi mô hình nào.",
    copy: "Sao chép",
    copied: "Đã sao chép",
    append: "Nối thêm",
    discard: "Bỏ",

    unsaved: "Thay đổi",
    unsaved_entries: |number| format!("{} mục chưa lưu", count(number, '.')),
    nothing_unsaved: "Mọi thứ như trong tệp",
    undo: "Hoàn tác",
    redo: "Làm lại",
    download: "Tải về .jsonl",
    moved: "Lá đã được dời. Tệp không giữ điều đó: Pi mở tệp ở mục cuối cùng.",
    move_back: "Dời về",

    not_done: "Không thực hiện được",
    went_to_leaf: "Đã nối thêm tại chỗ phiên đang đứng, là một nhánh khác với nhánh đang xem.",
    saved: |name| format!("Đã lưu thành {name}. Tệp đã mở vẫn như cũ."),
    not_saved: "Trình duyệt không nhận tệp. Không mất gì: các thay đổi vẫn còn ở đây.",
};

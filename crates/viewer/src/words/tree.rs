//! Words of the tree pane.

use super::figures::count;

/// Words of the tree pane in one language.
pub struct TreeWords {
    /// Name of the pane.
    pub pane: &'static str,
    /// Name of the search field.
    pub search: &'static str,
    /// Name of the group of filters.
    pub filter: &'static str,
    /// Names of the filters, in the order of `Filter::ALL_MODES`.
    pub filters: [&'static str; 5],
    /// A number of entries.
    pub number: fn(usize) -> String,
    /// Name of the tree itself.
    pub tree: &'static str,
    /// How many entries are shown, and of how many.
    pub shown: fn(usize, usize) -> String,
    /// How many branch points and leaves the whole session has.
    pub shape: fn(usize, usize) -> String,
    /// The person.
    pub user: &'static str,
    /// The model.
    pub assistant: &'static str,
    /// The system prompt.
    pub system: &'static str,
    /// What was tried on a branch that was left.
    pub summary: &'static str,
    /// A compaction.
    pub compaction: &'static str,
    /// Marks the entry at which the session goes on.
    pub leaf: &'static str,
    /// Says what that mark means.
    pub leaf_title: &'static str,
    /// So many steps of indentation are not drawn.
    pub deeper: fn(u32) -> String,
    /// No entry has these words.
    pub no_match: fn(&str) -> String,
    /// No entry passes this filter.
    pub none_pass: fn(&str) -> String,
    /// Empties the search field.
    pub clear_search: &'static str,
    /// Goes back to the first filter.
    pub show_default: &'static str,
}

/// English.
pub const EN: TreeWords = TreeWords {
    pane: "Tree",
    search: "Search entries",
    filter: "Filter",
    filters: ["Default", "No tools", "User only", "Labeled only", "All"],
    number: |number| count(number, ','),
    tree: "Session tree",
    shown: |shown, all| format!("{} of {} entries", count(shown, ','), count(all, ',')),
    shape: |branch_points, leaves| {
        format!(
            "{} {}, {} {}",
            count(branch_points, ','),
            if branch_points == 1 {
                "branch point"
            } else {
                "branch points"
            },
            count(leaves, ','),
            if leaves == 1 { "leaf" } else { "leaves" },
        )
    },
    user: "User",
    assistant: "Assistant",
    system: "System",
    summary: "Summary",
    compaction: "Compaction",
    leaf: "leaf",
    leaf_title: "The session goes on from here",
    deeper: |steps| format!("{} levels deeper", count(steps as usize, ',')),
    no_match: |query| format!("No entry matches “{query}”"),
    none_pass: |filter| format!("No entry passes the filter “{filter}”"),
    clear_search: "Clear search",
    show_default: "Show the default entries",
};

/// Vietnamese.
pub const VI: TreeWords = TreeWords {
    pane: "Cây",
    search: "Tìm mục",
    filter: "Bộ lọc",
    filters: ["Mặc định", "Bỏ công cụ", "Người dùng", "Có nhãn", "Tất cả"],
    number: |number| count(number, '.'),
    tree: "Cây phiên",
    shown: |shown, all| format!("{} / {} mục", count(shown, '.'), count(all, '.')),
    shape: |branch_points, leaves| {
        format!(
            "{} điểm rẽ nhánh, {} lá",
            count(branch_points, '.'),
            count(leaves, '.')
        )
    },
    user: "Người dùng",
    assistant: "Trợ lý",
    system: "Hệ thống",
    summary: "Tóm tắt",
    compaction: "Nén",
    leaf: "lá",
    leaf_title: "Phiên tiếp tục từ đây",
    deeper: |steps| format!("Sâu thêm {} cấp", count(steps as usize, '.')),
    no_match: |query| format!("Không có mục nào khớp với “{query}”"),
    none_pass: |filter| format!("Không có mục nào qua bộ lọc “{filter}”"),
    clear_search: "Xóa tìm kiếm",
    show_default: "Hiện các mục mặc định",
};

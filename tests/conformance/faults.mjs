// Small wrong edits of the core, each of a kind that somebody might make. See planted.mjs.

export const FAULTS = [
  {
    name: "the newest sibling comes first",
    file: "tree.rs",
    find: "readable.sort_by(|a, b| time(a).total_cmp(&time(b)));",
    replace: "readable.sort_by(|a, b| time(b).total_cmp(&time(a)));",
  },
  {
    name: "siblings are taken for sorted",
    file: "tree.rs",
    find: ".all(|pair| time(&pair[0]) <= time(&pair[1]))",
    replace: ".all(|pair| pair.len() == 2)",
  },
  {
    name: "the branch of the leaf keeps its place among the rows",
    file: "rows/flatten.rs",
    find: "stack.extend(others.chain(active));",
    replace: "let _ = others.chain(active);\n            stack.extend(siblings.iter().rev().copied());",
  },
  {
    name: "the filter no-tools shows tool results",
    file: "rows/filter.rs",
    find: "Filter::NoTools => !setting && role != Role::ToolResult,",
    replace: "Filter::NoTools => !setting,",
  },
  {
    name: "an assistant that stopped early is hidden with the silent ones",
    file: "rows/filter.rs",
    find: "&& !record.flags.has(Flags::STOPPED_EARLY);",
    replace: ";",
  },
  {
    name: "folds hide children only",
    file: "rows/filter.rs",
    find: "closed[entry.get()] = true;",
    replace: "",
  },
  {
    name: "any word of a query is enough",
    file: "rows/filter.rs",
    find: "*found &= also;",
    replace: "*found |= also;",
  },
  {
    name: "the first generation below a branch point stays flat",
    file: "rows/mod.rs",
    find: "(self.branched(parent) && above.indent > 0)",
    replace: "false",
  },
  {
    name: "a chain inside a branch can be folded",
    file: "rows/mod.rs",
    find: "self.0.rows[row].children > 0 && (self.0.is_root(row) || self.0.branched(row))",
    replace: "self.0.rows[row].children > 0",
  },
  {
    name: "texts are cut one unit early",
    file: "rows/text.rs",
    find: "CONTENT_UNITS: usize = 200;",
    replace: "CONTENT_UNITS: usize = 199;",
  },
  {
    name: "a byte-order mark is no white space",
    file: "text.rs",
    find: " | '\\u{feff}'",
    replace: "",
  },
  {
    name: "integer-like keys keep their place",
    file: "json/stringify.rs",
    find: "if indices.is_empty() {",
    replace: "if !indices.is_empty() || indices.is_empty() {",
  },
  {
    name: "the first compaction of a path decides",
    file: "context.rs",
    find: ".rposition(|index| self.kind(*index) == EntryKind::Compaction);",
    replace: ".position(|index| self.kind(*index) == EntryKind::Compaction);",
  },
  {
    name: "system messages of the kept range stay",
    file: "context.rs",
    find: ".filter(|index| self.role(*index) != Some(Role::System));",
    replace: ".filter(|index| self.role(*index).is_none() || self.role(*index).is_some());",
  },
  {
    name: "an older compaction in the kept range speaks",
    file: "context.rs",
    find: "superseded: at > 0 && self.kind(entry) == EntryKind::Compaction,",
    replace: "superseded: at > usize::MAX - 1,",
  },
  {
    name: "a replaced text is not made a block",
    file: "context.rs",
    find: "if blocks && content.kind() == Kind::String {",
    replace: "if blocks && content.kind() == Kind::Null {",
  },
  {
    name: "a system message without content gets a list",
    file: "context.rs",
    find: 'Role::System => "\\"\\"",',
    replace: 'Role::System => "[]",',
  },
  {
    name: "hookMessage keeps its name",
    file: "migrate.rs",
    find: "let renames = record.role == Role::Custom && version != Version::Three;",
    replace: "let renames = record.role == Role::Custom && version != version;",
  },
];

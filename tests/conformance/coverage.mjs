// Counts what the sessions of a run held, as Pi reads them. A run over all seeds that misses something fails.

const EDITED = (target) => (target === undefined ? "nothing" : target.type === "message" ? String(target.message.role) : target.type);

export class Coverage {
  #counts = new Map();
  #deepest = 0;
  #widest = 0;
  #most = 0;
  comparisons = 0;
  unrenderable = 0;

  count(what, by = 1) {
    if (by > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** What another one counted, as `parts` gives it. */
  merge({ counts, deepest, widest, most, comparisons, unrenderable }) {
    for (const [what, by] of counts) this.count(what, by);
    this.#deepest = Math.max(this.#deepest, deepest);
    this.#widest = Math.max(this.#widest, widest);
    this.#most = Math.max(this.#most, most);
    this.comparisons += comparisons;
    this.unrenderable += unrenderable;
  }

  parts() {
    return { counts: [...this.#counts], deepest: this.#deepest, widest: this.#widest, most: this.#most, comparisons: this.comparisons, unrenderable: this.unrenderable };
  }

  /** Looks at a session by Pi's eyes. `bytes` is its file. */
  add(bytes, pi) {
    const entries = pi.getEntries();
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const children = new Map();
    const text = bytes.toString();
    this.#most = Math.max(this.#most, entries.length);
    this.count("sessions");
    if (entries.length === 0) this.count("sessions without entries");
    const version = /"version": ?(\w+)/.exec(text.slice(0, 4096))?.[1] ?? "absent";
    this.count(`version ${version}`);
    if (text.includes("\r\n")) this.count("files with CRLF");
    if (!text.endsWith("\n")) this.count("files without a last line end");
    if (!Buffer.from(text).equals(bytes)) this.count("files with invalid UTF-8");
    if (entries.some((entry) => /\\ud[89a-f]/.test(JSON.stringify(entry)))) this.count("files with lone surrogates");
    if (text.includes("\u2028")) this.count("files with U+2028");
    if (text.includes(':"decoy"')) this.count("files with duplicate keys");
    this.count("lines that are no entry", text.split("\n").length - 1 - entries.length);

    const depths = new Map();
    const places = new Map(entries.map((entry, place) => [entry.id, place]));
    for (const entry of entries) {
      this.#countEntry(entry, byId);
      children.set(entry.parentId, (children.get(entry.parentId) ?? 0) + 1);
      if (places.get(entry.parentId) > places.get(entry.id)) this.count("entries before their parents");
      const pending = [];
      for (let at = entry; at !== undefined && !depths.has(at.id); at = byId.get(at.parentId)) pending.push(at);
      for (const at of pending.reverse()) depths.set(at.id, 1 + (depths.get(at.parentId) ?? 0));
    }
    for (const depth of depths.values()) this.#deepest = Math.max(this.#deepest, depth);
    for (const [parent, width] of children) {
      if (byId.has(parent)) this.#widest = Math.max(this.#widest, width);
      if (byId.get(parent)?.type === "label") this.count("labels as parents");
    }
    const roots = pi.getTree();
    if (roots.length > 1) this.count("sessions with several roots");
    this.count("orphans", roots.filter((root) => root.entry.parentId !== null).length);
    const compactions = pi.getBranch().filter((entry) => entry.type === "compaction").length;
    if (compactions > 1) this.count("active paths with several compactions");
  }

  #countEntry(entry, byId) {
    const { message } = entry;
    if (typeof entry.timestamp !== "string" || Number.isNaN(Date.parse(entry.timestamp))) this.count("times that are no text or unreadable");
    if (entry.parentId === undefined) this.count("entries without a parent field");
    this.count(`type ${KNOWN_TYPES.has(entry.type) ? entry.type : "unknown"}`);
    if (entry.type === "message") {
      this.count(`role ${KNOWN_ROLES.has(message.role) ? message.role : "unknown"}`);
      this.count(`content ${contentKind(message)}`);
      if (message.excludeFromContext) this.count("shell runs excluded from context");
      if (message.role === "assistant") this.count(`stop reason ${message.stopReason || "none"}`);
    }
    if (entry.type === "custom_message") this.count(`custom content ${contentKind(entry)}`);
    if (entry.type === "label") this.count(entry.label ? "labels set" : "labels cleared");
    if (entry.type === "label" && byId.get(entry.targetId)?.type === "label") this.count("labels of labels");
    if (entry.type === "context_edit") {
      this.count(`edit that ${entry.replacement === null ? "omits" : "replaces"} ${EDITED(byId.get(entry.targetId))}`);
    }
    if (entry.type === "compaction") {
      const kept = byId.get(entry.firstKeptEntryId);
      const what = entry.firstKeptEntryId === entry.id ? "itself" : kept === undefined ? "nothing there" : ["label", "compaction"].includes(kept.type) ? `a ${kept.type}` : "an entry";
      this.count(`compactions keeping from ${what}`);
      if (entry.systemMessage) this.count("compactions with a system message");
    }
  }

  /** The names of what must have been seen and was not. */
  missing({ catalogs }) {
    return [...EXPECTED, ...(catalogs ? EXPECTED_OF_CATALOGS : [])].filter((what) => !this.#counts.has(what)).concat(this.#deepest < 300 ? ["a path 300 deep"] : [], this.#widest < 100 ? ["100 siblings"] : []);
  }

  print() {
    console.log("\nCovered:");
    const entries = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    console.log(entries.map(([what, count]) => `  ${what}: ${count}`).join("\n"));
    console.log(`  deepest path: ${this.#deepest}, most children of one entry: ${this.#widest}, most entries: ${this.#most}`);
    console.log(`  ${this.comparisons} answers compared; Pi could not draw ${this.unrenderable} rows`);
  }
}

const KNOWN_TYPES = new Set([
  "message", "custom_message", "branch_summary", "compaction", "context_edit", "model_change", "thinking_level_change", "usage", "custom", "label", "session_info",
]);
const KNOWN_ROLES = new Set(["system", "user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "compactionSummary"]);

const EXPECTED = [
  ...[...KNOWN_TYPES, "unknown"].map((type) => `type ${type}`),
  ...[...KNOWN_ROLES, "unknown"].map((role) => `role ${role}`),
  ...["string", "blocks", "null", "missing", "other"].flatMap((kind) => [`content ${kind}`, `custom content ${kind}`]),
  ...["stop", "toolUse", "length", "error", "aborted", "deferred", "pending", "none"].map((reason) => `stop reason ${reason}`),
  ...["user", "assistant", "toolResult", "custom_message", "compaction", "bashExecution", "label", "nothing"].flatMap((target) => [`edit that omits ${target}`, `edit that replaces ${target}`]),
  ...["itself", "nothing there", "a label", "a compaction", "an entry"].map((what) => `compactions keeping from ${what}`),
  ...["appendMessage", "appendModelChange", "appendThinkingLevelChange", "appendUsage", "appendCompaction", "appendCustomEntry", "appendCustomMessageEntry", "appendSessionInfo"].map((name) => `operation ${name}`),
  ...["appendContextEdit", "appendLabelChange", "branchWithSummary", "branch", "resetLeaf"].map((name) => `operation ${name}`),
  ...["appendMessage", "appendModelChange", "appendThinkingLevelChange", "appendUsage", "appendCompaction", "appendCustomEntry", "appendCustomMessageEntry", "appendSessionInfo"].map((name) => `history ${name}`),
  ...["appendContextEdit", "appendLabelChange", "branchWithSummary", "branch", "resetLeaf", "createBranchedSession", "fork", "reopened"].map((name) => `history ${name}`),
  ...["toJsonl", "branchToJsonl", "createBranchedSession", "fork"].map((name) => `written by ${name}`),
  "version absent", "version 1", "version 2", "version 3", "version 9", "compactions with a system message", "shell runs excluded from context",
  "sessions without entries", "sessions with several roots", "orphans", "labels as parents", "labels set", "labels cleared", "labels of labels", "entries before their parents",
  "active paths with several compactions", "files with CRLF", "files with duplicate keys", "files without a last line end", "files with lone surrogates", "files with invalid UTF-8", "files with U+2028", "lines that are no entry",
];

const EXPECTED_OF_CATALOGS = [
  ...["words", "phrase", "scattered", "swapped", "unclosed", "nothing"].map((kind) => `search by ${kind}`),
  ...["literal", "scattered", "ends", "choice", "classes", "broken", "odd"].map((kind) => `search by pattern, ${kind}`),
  ...["nothing", "all", "some"].map((many) => `searches that find ${many}`),
  "rows with a name", "rows with a parent", "rows dated by the file", "rows without a beginning", "rows with an impossible date",
];

function contentKind(holder) {
  if (!("content" in holder)) return "missing";
  if (holder.content === null) return "null";
  if (typeof holder.content === "string") return "string";
  return Array.isArray(holder.content) ? "blocks" : "other";
}

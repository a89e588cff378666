// The oracle: the published Pi, called the way our package is.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import "./clock.mjs";
import { ORACLE } from "./node22.mjs";

const dist = (path) => import(pathToFileURL(join(ORACLE, "node_modules/@earendil-works/pi-coding-agent/dist", path)).href);
const { SessionManager } = await dist("core/session-manager.js");
const { TreeSelectorComponent } = await dist("modes/interactive/components/tree-selector.js");
const { serializeSessionBranch } = await dist("core/session-export.js");
const { initTheme } = await dist("modes/interactive/theme/theme.js");
const { convertToLlm } = await dist("core/messages.js");
const { estimateTokens } = await dist("core/compaction/compaction.js");
const { serializeConversation } = await dist("core/compaction/utils.js");

initTheme("dark");
export const functions = { convertToLlm, estimateTokens, serializeConversation };

const COLOUR_CODES = /\u001b\[[0-9;:]*m/g;
const KNOWN_TYPES = new Set([
  "message", "custom_message", "branch_summary", "compaction", "context_edit", "model_change", "thinking_level_change", "usage", "custom", "label", "session_info",
]);

/** Stands for the text of a row that Pi's own renderer throws on; ours may be anything readable. */
export const UNRENDERABLE = "\u0000unrenderable";

export class PiSession {
  #manager;
  #folder;
  #selector;

  static parse(bytes) {
    const session = new PiSession();
    session.#folder = mkdtempSync(join(tmpdir(), "pi-conformance-"));
    writeFileSync(session.#file, bytes);
    try {
      session.#manager = SessionManager.open(session.#file);
    } catch (error) {
      session.free();
      throw error;
    }
    return session;
  }

  get #file() { return join(this.#folder, "session.jsonl"); }

  /** A session over a copy of the file as it stands: Pi's operations that make a session leave the old one. */
  #copy() {
    return PiSession.parse(readFileSync(this.#file));
  }

  free() {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  getHeader() { return this.#manager.getHeader(); }
  getSessionId() { return this.#manager.getSessionId(); }
  getSessionName() { return this.#manager.getSessionName(); }
  getEntryCount() { return this.#manager.getEntryCount(); }
  getEntries() { return this.#manager.getEntries(); }
  getEntry(id) { return this.#manager.getEntry(id); }
  getChildren(id) { return this.#manager.getChildren(id); }
  getTree() { return this.#manager.getTree(); }
  getBranch(id) { return this.#manager.getBranch(id); }
  getLeafId() { return this.#manager.getLeafId(); }
  getLeafEntry() { return this.#manager.getLeafEntry(); }
  getLabel(id) { return this.#manager.getLabel(id); }
  buildContextEntries() { return this.#manager.buildContextEntries(); }
  buildSessionProjection() { return this.#manager.buildSessionProjection(); }
  buildSessionContext() { return this.#manager.buildSessionContext(); }

  #change(name, args) {
    this.#selector = undefined;
    return this.#manager[name](...args);
  }

  branch(...args) { return this.#change("branch", args); }
  resetLeaf(...args) { return this.#change("resetLeaf", args); }
  appendMessage(...args) { return this.#change("appendMessage", args); }
  appendModelChange(...args) { return this.#change("appendModelChange", args); }
  appendThinkingLevelChange(...args) { return this.#change("appendThinkingLevelChange", args); }
  appendUsage(...args) { return this.#change("appendUsage", args); }
  appendCompaction(...args) { return this.#change("appendCompaction", args); }
  appendCustomEntry(...args) { return this.#change("appendCustomEntry", args); }
  appendCustomMessageEntry(...args) { return this.#change("appendCustomMessageEntry", args); }
  appendSessionInfo(...args) { return this.#change("appendSessionInfo", args); }
  appendContextEdit(...args) { return this.#change("appendContextEdit", args); }
  appendLabelChange(...args) { return this.#change("appendLabelChange", args); }
  branchWithSummary(...args) { return this.#change("branchWithSummary", args); }

  toJsonl() {
    return readFileSync(this.#file);
  }

  branchToJsonl(leafId) {
    const copy = this.#copy();
    copy.branch(leafId);
    const text = serializeSessionBranch(copy.#manager);
    copy.free();
    return Buffer.from(text);
  }

  createBranchedSession(leafId) {
    const copy = this.#copy();
    try {
      copy.#manager.createBranchedSession(leafId);
    } catch (error) {
      copy.free();
      throw error;
    }
    return copy;
  }

  fork({ cwd, id }) {
    const forked = new PiSession();
    forked.#folder = mkdtempSync(join(tmpdir(), "pi-conformance-"));
    forked.#manager = SessionManager.forkFrom(this.#file, cwd, forked.#folder, { id });
    return forked;
  }

  /** The list inside Pi's tree selector, with the filter, query and folds set as its keys would set them. */
  #list({ filter = "default", query = "", folded = [] }) {
    const nothing = () => {};
    this.#selector ??= new TreeSelectorComponent(this.#manager.getTree(), this.#manager.getLeafId(), 40, nothing, nothing, nothing);
    const list = this.#selector.getTreeList();
    list.filterMode = filter;
    list.searchQuery = query;
    list.foldedNodes = new Set(folded);
    list.applyFilter();
    return list;
  }

  treeRowCount(options = {}) {
    return this.#list(options).filteredNodes.length;
  }

  treeRows(options = {}) {
    const list = this.#list(options);
    const start = options.start ?? 0;
    return list.filteredNodes.slice(start, start + (options.count ?? Infinity)).map((flat) => {
      const { entry, label } = flat.node;
      return {
        id: entry.id, indent: flat.indent, showConnector: flat.showConnector, isLast: flat.isLast, isVirtualRootChild: flat.isVirtualRootChild, gutters: flat.gutters,
        onActivePath: list.activePathIds.has(entry.id), foldable: list.isFoldable(entry.id), folded: list.foldedNodes.has(entry.id),
        label: typeof label === "string" ? label.toWellFormed() : label,
        text: rowText(list, flat.node),
      };
    });
  }

  /** What a search looks through; queries are cut from it. */
  searchableText(id) {
    const flat = this.#list({ filter: "all" }).flatNodes.find((node) => node.node.entry.id === id);
    return flat ? this.#selector.getTreeList().getSearchableText(flat.node) : "";
  }
}

function rowText(list, node) {
  const { type, message } = node.entry;
  // Pi shows nothing for a type that it does not know; we name it. Where there is no type and no role to name, we say so.
  // These have tests of their own in ours.mjs.
  if (!KNOWN_TYPES.has(type)) return typeof type === "string" && type !== "" ? type : UNRENDERABLE;
  if (type === "message" && message.role === undefined) return UNRENDERABLE;
  try {
    return list.getEntryDisplayText(node, false).replace(COLOUR_CODES, "").toWellFormed();
  } catch {
    return UNRENDERABLE;
  }
}

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
const { estimateProjectedContextTokens, estimateTokens, prepareCompaction } = await dist("core/compaction/compaction.js");
const { collectEntriesForBranchSummary, prepareBranchEntries } = await dist("core/compaction/branch-summarization.js");
const { computeFileLists, serializeConversation } = await dist("core/compaction/utils.js");
const { getUsageCostBreakdown } = await dist("core/usage-totals.js");
const { computeCacheWaste } = await dist("core/cache-stats.js");
const { AgentSession } = await dist("core/agent-session.js");
const { filterAndSortSessions } = await dist("modes/interactive/components/session-selector-search.js");

export { filterAndSortSessions };

/** The rows that Pi's list has for the files of a folder. */
export function listSessions(folder) {
  return SessionManager.listAll(folder);
}

initTheme("dark");
export const functions = {
  convertToLlm,
  estimateTokens: (message) => sound(estimateTokens(message)),
  // Text for a model: half of a surrogate pair reads U+FFFD in ours.
  serializeConversation: (messages) => serializeConversation(messages).toWellFormed(),
};

/** Paths are texts of ours, in which half of a surrogate pair reads U+FFFD. */
function fileLists(operations) {
  const { readFiles, modifiedFiles } = computeFileLists(operations);
  const wellFormed = (path) => (typeof path === "string" ? path.toWellFormed() : path);
  return { readFiles: readFiles.map(wellFormed), modifiedFiles: modifiedFiles.map(wellFormed) };
}

/** Pi gets NaN out of contents of the wrong type, where ours count nothing. */
function sound(figure) {
  if (!Number.isFinite(figure)) throw new Error("a figure that makes no sense");
  return figure;
}

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

  /** The same session with a file that holds all of it, in place of this one. */
  settled() {
    const records = [this.getHeader(), ...this.getEntries()];
    const session = PiSession.parse(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join("")));
    this.free();
    return session;
  }

  fork({ cwd, id }) {
    const forked = new PiSession();
    forked.#folder = mkdtempSync(join(tmpdir(), "pi-conformance-"));
    forked.#manager = SessionManager.forkFrom(this.#file, cwd, forked.#folder, { id });
    return forked;
  }

  /** Pi adds figures up without looking at them; where one is missing or no number, ours are better and it has nothing to say. */
  #requireSoundUsage() {
    const sound = (usage) => [usage.input, usage.output, usage.cacheRead, usage.cacheWrite, usage.cost.input, usage.cost.cacheRead, usage.cost.cacheWrite, usage.cost.total].every((figure) => Number.isFinite(figure) && figure >= 0);
    for (const entry of this.#manager.getEntries()) {
      const usage = entry.type === "message" ? entry.message.usage : entry.usage;
      const counts = ["usage", "branch_summary", "compaction"].includes(entry.type) || (entry.type === "message" && ["assistant", "toolResult"].includes(entry.message.role));
      if (counts && (usage !== undefined || entry.message?.role === "assistant" || entry.type === "usage") && !sound(usage)) throw new Error("figures that make no sense");
    }
  }

  stats() {
    this.#requireSoundUsage();
    const { sessionFile, contextUsage, ...stats } = AgentSession.prototype.getSessionStats.call({ sessionManager: this.#manager, sessionId: this.#manager.getSessionId(), getContextUsage() {} });
    return stats;
  }

  costBreakdown() {
    this.#requireSoundUsage();
    return getUsageCostBreakdown(this.#manager.getEntries());
  }

  cacheWaste() {
    this.#requireSoundUsage();
    return computeCacheWaste(this.#manager.getEntries(), { getModel() {} });
  }

  contextTokens() {
    this.#requireSoundUsage();
    return sound(estimateProjectedContextTokens(this.#manager.buildSessionProjection(), this.#manager.getBranch()).tokens);
  }

  entriesForBranchSummary(oldLeafId, targetId) {
    return collectEntriesForBranchSummary(this.#manager, oldLeafId, targetId);
  }

  prepareBranchSummary(oldLeafId, targetId, tokenBudget) {
    const { entries } = this.entriesForBranchSummary(oldLeafId, targetId);
    const { messages, fileOps, totalTokens } = prepareBranchEntries(entries, tokenBudget);
    return { messages, ...fileLists(fileOps), totalTokens: sound(totalTokens) };
  }

  prepareCompaction({ reserveTokens = 16_384, keepRecentTokens = 20_000 } = {}) {
    this.#requireSoundUsage();
    for (const message of this.#manager.buildSessionContext().messages) sound(estimateTokens(message));
    const prepared = prepareCompaction(this.#manager.getBranch(), { enabled: true, reserveTokens, keepRecentTokens });
    if (prepared === undefined) return undefined;
    const { firstKeptEntryId, messagesToSummarize, turnPrefixMessages, isSplitTurn, tokensBefore, previousSummary, fileOps } = prepared;
    return { firstKeptEntryId, messagesToSummarize, turnPrefixMessages, isSplitTurn, tokensBefore, previousSummary, ...fileLists(fileOps) };
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

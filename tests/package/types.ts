// Uses the package as its types describe it. `tsc --strict` checks it; nothing runs it.

import init, { convertToLlm, estimateTokens, initSync, openBundle, redactJsonl, searchSessions, serializeConversation, Session, type AgentMessage, type Diagnostic, type SessionEntry, type SessionError, type SessionInfo, type SessionTreeNode, type TreeRow, type Usage } from "pi-session";

export async function everyMethod(bytes: Uint8Array, module: WebAssembly.Module): Promise<string> {
  await init();
  await init({ module_or_path: "pi-session_bg.wasm" });
  initSync({ module });
  const session: Session = Session.parse(bytes);
  const version: number | undefined = session.getHeader()?.version;
  const name: string = session.getSessionName() ?? session.getSessionId() + session.getCwd();
  const count: number = session.getEntryCount() + session.getEntries().length + session.getChildren(null).length;
  const entry: SessionEntry | undefined = session.getEntry("a") ?? session.getLeafEntry();
  const label: string | undefined = session.getLabel("a");
  const leaf: string | null = session.leafId ?? session.getLeafId();
  session.branch("a");
  session.resetLeaf();
  const context = session.buildSessionContext();
  const projection = session.buildSessionProjection();
  const sources: SessionEntry[] = [...session.buildContextEntries(), ...projection.entries.map((projected) => projected.sourceEntry)];
  const model: string | undefined = context.model?.modelId;
  const rows: TreeRow[] = session.treeRows({ filter: "labeled-only", query: "salt", folded: ["a"], start: 0, count: session.treeRowCount() });
  const found: Diagnostic[] = session.diagnostics();
  const mended: string | undefined = session.repairedJsonl().changes[0]?.done;
  const usage: Usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
  const ids: string[] = [
    session.appendMessage({ role: "user", content: "salt", timestamp: 1 }),
    session.appendModelChange("openai", "gpt"),
    session.appendThinkingLevelChange("high"),
    session.appendUsage("title", "openai", "small", usage).id,
    session.appendCompaction("summary", null, 100, { readFiles: [] }, true, usage),
    session.appendCustomEntry("mine", { any: 1 }),
    session.appendCustomMessageEntry("mine", [{ type: "text", text: "x" }], true),
    session.appendSessionInfo("name"),
    session.appendContextEdit("a", { content: "less" }),
    session.appendLabelChange("a"),
    session.branchWithSummary(null, "summary"),
  ];
  const others: Session[] = [Session.create({ cwd: "/" }), session.createBranchedSession("a", { id: "b" }), session.fork({ cwd: "/" })];
  // @ts-expect-error A fork says where it works.
  session.fork({});
  const figures: number[] = [session.stats().tokens.total, session.contextTokens(), session.cacheWaste().missCount, session.costBreakdown()[0]?.cost ?? 0];
  const left: string | null = session.entriesForBranchSummary(null, "a").commonAncestorId;
  const budget: number = session.prepareBranchSummary("a", "b", 1000).totalTokens;
  const compaction: AgentMessage[] | undefined = session.prepareCompaction({ keepRecentTokens: 10 })?.turnPrefixMessages;
  const text: string = serializeConversation(convertToLlm(context.messages));
  const tokens: number = context.messages.reduce((sum, message) => sum + estimateTokens(message), 0);
  const branch: Uint8Array = session.branchToJsonl();
  const reported: string | undefined = openBundle(branch).session?.leafId ?? openBundle(branch).leftOut[0]?.reason;
  const redacted = redactJsonl(branch, { images: true, allow: ["<redacted:email-1>"] });
  const secret: string | undefined = redacted.findings[0]?.placeholder;
  const blob = new Blob([session.toJsonl()]);
  const info: SessionInfo = session.info("2026-01-01T00:00:00Z");
  const relevant: SessionInfo[] = searchSessions([info], "re:salt", "relevance", "named");
  const dated: { id: string; path: string }[] = searchSessions([{ ...info, path: "/a.jsonl" }], "", "recent", "all");
  // @ts-expect-error Threads are no order of a search.
  searchSessions([info], "salt", "threaded", "all");
  // @ts-expect-error There is no such filter.
  session.treeRows({ filter: "none" });
  // @ts-expect-error A session comes from a file.
  new Session();
  session.free();
  return [version, name, count, entry && describe(entry), label, leaf, sources.length, model, rows[0]?.gutters[0]?.position, found[0]?.byteOffset, mended, blob.size, ids, others.length, branch.length, reported, figures, left, budget, compaction?.length, text, tokens, relevant.length, dated.length, secret].join();
}

/** Types tell entries and messages apart. */
function describe(entry: SessionEntry): string {
  switch (entry.type) {
    case "message":
      if (entry.message.role === "assistant") return entry.message.stopReason;
      return entry.message.role === "bashExecution" ? entry.message.command : "";
    case "compaction":
      return entry.firstKeptEntryId;
    case "context_edit":
      return entry.replacement === null ? "omitted" : "replaced";
    default:
      return entry.parentId ?? "";
  }
}

export function deepest(roots: SessionTreeNode[]): number {
  let depth = 0;
  for (let level = roots; level.length > 0; level = level.flatMap((node) => node.children)) depth += 1;
  return depth;
}

export function codeOf(error: unknown): string {
  return (error as SessionError).code;
}

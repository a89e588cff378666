// The types of the package. Files are read as they are, and nothing validated them when they were written:
// a type says what a field holds in a sound file, and whoever reads a stranger's file checks.

/** Loads the WebAssembly module: by default from beside this file. */
export default function init(input?: { module_or_path?: unknown }): Promise<unknown>;
/** Loads the WebAssembly module from bytes that are at hand; the way for Node. */
export function initSync(input: { module: BufferSource | WebAssembly.Module }): unknown;

/** The code of a {@link SessionError}. */
export type SessionErrorCode =
  | "not-a-session"
  | "empty"
  | "unsupported-schema"
  | "unknown-entry"
  | "not-on-branch"
  | "not-editable"
  | "bad-id"
  | "bad-argument"
  | "bad-archive";

/** What every method throws when it throws: an `Error` whose `name` is `SessionError`. */
export interface SessionError extends Error {
  readonly name: "SessionError";
  readonly code: SessionErrorCode;
}

/** The first record of a file. */
export interface SessionHeader {
  type: "session";
  version?: number;
  id: string;
  timestamp: string;
  cwd: string;
  parentSession?: string;
}

/** What all entries have. */
export interface SessionEntryBase {
  type: string;
  id: string;
  /** `null` for a root. */
  parentId: string | null;
  timestamp: string;
}

export interface TextContent {
  type: "text";
  text: string;
  textSignature?: string;
}

export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  thinkingSignature?: string;
  redacted?: boolean;
}

export interface ImageContent {
  type: "image";
  /** Base64. */
  data: string;
  mimeType: string;
}

export interface ToolCall {
  type: "toolCall";
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  thoughtSignature?: string;
}

export type Block = TextContent | ImageContent;

/** Tokens and cost of one reply; `reasoning` is part of `output`. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cacheWrite1h?: number;
  reasoning?: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
}

export interface SystemMessage {
  role: "system";
  content: string | TextContent[];
  /** By name; `null` removes one. */
  sections?: Record<string, string | null>;
  toolsAdded?: unknown[];
  toolsRemoved?: unknown[];
  timestamp: number;
}

export interface UserMessage {
  role: "user";
  content: string | Block[];
  timestamp: number;
}

export interface AssistantMessage {
  role: "assistant";
  content: (TextContent | ThinkingContent | ToolCall)[];
  api: string;
  provider: string;
  model: string;
  responseModel?: string;
  usage: Usage;
  stopReason: "stop" | "length" | "toolUse" | "error" | "aborted" | "deferred" | "pending";
  errorMessage?: string;
  diagnostics?: unknown[];
  thinkingLevel?: string;
  timestamp: number;
}

export interface ToolResultMessage {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: Block[];
  details?: unknown;
  isError: boolean;
  usage?: Usage;
  nestedCalls?: unknown[];
  timestamp: number;
}

export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode?: number | null;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  excludeFromContext?: boolean;
  timestamp: number;
}

export interface CustomMessage {
  role: "custom";
  customType: string;
  content: string | Block[];
  display: boolean;
  details?: unknown;
  timestamp: number;
}

export interface BranchSummaryMessage {
  role: "branchSummary";
  summary: string;
  fromId: string | null;
  timestamp: number;
}

export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  tokensBefore: number;
  timestamp: number;
}

export type AgentMessage =
  | SystemMessage
  | UserMessage
  | AssistantMessage
  | ToolResultMessage
  | BashExecutionMessage
  | CustomMessage
  | BranchSummaryMessage
  | CompactionSummaryMessage;

export interface SessionMessageEntry extends SessionEntryBase {
  type: "message";
  message: AgentMessage;
}

export interface CustomMessageEntry extends SessionEntryBase {
  type: "custom_message";
  customType: string;
  content: string | Block[];
  display: boolean;
  details?: unknown;
}

export interface BranchSummaryEntry extends SessionEntryBase {
  type: "branch_summary";
  /** The leaf that was left, or `"root"`. */
  fromId: string;
  summary: string;
  details?: unknown;
  usage?: Usage;
  fromHook?: boolean;
}

export interface CompactionEntry extends SessionEntryBase {
  type: "compaction";
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  systemMessage?: SystemMessage;
  details?: unknown;
  usage?: Usage;
  fromHook?: boolean;
}

export interface ContextEditEntry extends SessionEntryBase {
  type: "context_edit";
  targetId: string;
  /** `null` leaves the target out of the context; otherwise its content is replaced. */
  replacement: null | { content: AgentContent };
}

/** What a context edit may put in place of a content. */
export type AgentContent = string | (TextContent | ThinkingContent | ImageContent | ToolCall)[];

export interface ModelChangeEntry extends SessionEntryBase {
  type: "model_change";
  provider: string;
  modelId: string;
}

export interface ThinkingLevelChangeEntry extends SessionEntryBase {
  type: "thinking_level_change";
  thinkingLevel: string;
}

export interface UsageEntry extends SessionEntryBase {
  type: "usage";
  kind: string;
  provider: string;
  model: string;
  usage: Usage;
  note?: string;
}

export interface CustomEntry extends SessionEntryBase {
  type: "custom";
  customType: string;
  data?: unknown;
}

export interface LabelEntry extends SessionEntryBase {
  type: "label";
  targetId: string;
  /** Absent or empty: the label is cleared. */
  label?: string;
}

export interface SessionInfoEntry extends SessionEntryBase {
  type: "session_info";
  name?: string;
}

/** An entry of a type that Pi 1.6 knows. Files of newer or other programs hold more: their entries come as they are. */
export type SessionEntry =
  | SessionMessageEntry
  | CustomMessageEntry
  | BranchSummaryEntry
  | CompactionEntry
  | ContextEditEntry
  | ModelChangeEntry
  | ThinkingLevelChangeEntry
  | UsageEntry
  | CustomEntry
  | LabelEntry
  | SessionInfoEntry;

export interface SessionTreeNode {
  entry: SessionEntry;
  /** By time, the oldest first. */
  children: SessionTreeNode[];
  label?: string;
  labelTimestamp?: string;
}

export interface Model {
  provider: string;
  modelId: string;
}

export interface ProjectedSessionEntry {
  sourceEntry: SessionEntry;
  /** What the entry gives the model: empty for state, for omitted and for summarised ones. */
  messages: AgentMessage[];
}

export interface SessionContext {
  messages: AgentMessage[];
  thinkingLevel: string;
  model: Model | null;
}

export interface SessionProjection extends SessionContext {
  entries: ProjectedSessionEntry[];
}

/** Figures of a whole file. A figure that is missing or makes no sense counts as 0. */
export interface SessionStats {
  sessionId: string;
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  /** Dollars. */
  cost: number;
}

export interface BranchSummaryPreparation {
  messages: AgentMessage[];
  readFiles: string[];
  modifiedFiles: string[];
  totalTokens: number;
}

export interface CompactionPreparation {
  firstKeptEntryId: string;
  messagesToSummarize: AgentMessage[];
  /** The beginning of a turn that the cut parts. */
  turnPrefixMessages: AgentMessage[];
  isSplitTurn: boolean;
  tokensBefore: number;
  previousSummary?: string;
  readFiles: string[];
  modifiedFiles: string[];
}

/** What a model is sent. */
export type LlmMessage = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;

/** The messages as a model gets them: shell runs, custom messages and summaries become text of the user's. */
export function convertToLlm(messages: AgentMessage[]): LlmMessage[];
/** A conversation as one text, for a model that is to summarise it. */
export function serializeConversation(messages: LlmMessage[]): string;
/** How many tokens a message takes: a quarter of its length. */
export function estimateTokens(message: AgentMessage): number;

/** What a list says of a session: a row of Pi's `SessionManager.list` without its path. */
export interface SessionInfo {
  id: string;
  /** Empty if the file names none. */
  cwd: string;
  name?: string;
  /** The path of the session that it was taken from. */
  parentSessionPath?: string;
  /** ISO; `null` if the file does not say. */
  created: string | null;
  /** ISO: when a person or the model last said something, else when it was begun, else when the file was changed. */
  modified: string | null;
  /** Messages of any role. */
  messageCount: number;
  firstMessage: string;
  allMessagesText: string;
}

/**
 * The sessions that a query finds, as Pi's session list does: words that must all occur, `"phrases"`, or `re:` and a regular expression.
 * By relevance those come first that fit best. An empty query finds all, a pattern that is none finds nothing, and so it is for a session on whose
 * text a pattern takes too many steps. Gives the objects that it was given.
 */
export function searchSessions<Info extends SearchableSession>(
  infos: readonly Info[],
  query: string,
  sort: "recent" | "relevance",
  named: "all" | "named",
): Info[];

/** What a search looks at; `modified` decides between sessions that fit alike. */
export interface SearchableSession {
  id: string;
  cwd: string;
  name?: string | null;
  allMessagesText: string;
  /** ISO. */
  modified?: string | null;
}

/** What came out of a file that holds sessions or a report of Pi's. */
export interface Bundle {
  /** `report.json` of a bug report: environment, model, provider, settings. */
  report?: Record<string, unknown>;
  /** `diagnostics.json` of a bug report: the assistant's turns that failed, of all branches. */
  diagnostics?: Record<string, unknown>;
  /** `summary.md` of a bug report, which stands in for a transcript. */
  summary?: string;
  /** Those of a `crashes.json`, else those that the diagnostics list. */
  crashes?: Record<string, unknown>[];
  /** The first session. That of an exported page stands at the page's leaf. */
  session?: Session;
  /** All sessions with their names in the archive; the first is the one above, not another handle. Each is to be freed. */
  sessions: { name: string; session: Session }[];
  /** Files of the archive that are none of all this, and why. */
  leftOut: { name: string; reason: string }[];
}

/** Opens a bug report, any zip of sessions, a session in gzip, a page that Pi exported, or `crashes.json`: content decides. Whatever
 * can't be opened throws with the code `bad-archive`. At most 1 GiB is unpacked, and of large files at most 200 times their packed size. */
export function openBundle(bytes: Uint8Array): Bundle;

/** What to look for, and what to leave out of a copy whatever it holds. */
export interface RedactOptions {
  images?: boolean;
  thinking?: boolean;
  toolOutput?: boolean;
  systemPrompt?: boolean;
  /** Entries that are not on the path to the leaf. */
  otherBranches?: boolean;
  /** Email addresses are no findings. */
  keepEmails?: boolean;
  /** Home folders are no findings. */
  keepHomePaths?: boolean;
  /** Placeholders of findings that stay as they are. */
  allow?: string[];
}

/** A secret and where it stands in the file that was given. */
export interface Finding {
  kind: string;
  /** The same for the same secret in the whole file. */
  placeholder: string;
  line: number;
  entryId?: string;
  /** A JSON Pointer to the string within its line. */
  path: string;
  /** Whether it stands in a member's key, which the pointer then ends in. */
  inKey: boolean;
  /** UTF-16 units of the string. */
  start: number;
  end: number;
  /** Bytes of the file. */
  byteStart: number;
  byteEnd: number;
}

/** A copy without secrets: a valid session with the same tree. Lines that are no JSON are left out. */
export function redactJsonl(bytes: Uint8Array, options?: RedactOptions): { bytes: Uint8Array<ArrayBuffer>; findings: Finding[] };

/** What a new session says about itself. */
export interface NewSessionOptions {
  cwd?: string;
  /** Letters, digits, `-`, `_` and `.`; a new UUID if absent. */
  id?: string;
  /** The path of the session that it comes from. */
  parentSession?: string;
}

/** Something that is wrong, or odd, with a file. */
export interface Diagnostic {
  code: string;
  severity: "info" | "warning" | "error";
  /** From 1. */
  line?: number;
  /** Of the line's first byte. */
  byteOffset?: number;
  entryId?: string;
  /** What is wrong and what the views do about it. */
  message: string;
}

/** Something that was mended in a copy of a file. */
export interface Repair {
  /** What was wrong. */
  code: string;
  /** In the file that was read, from 1. */
  line?: number;
  /** Of the line's first byte there. */
  byteOffset?: number;
  entryId?: string;
  /** What was done about it. */
  done: string;
}

export type FilterMode = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

/** Which rows of the tree to show. */
export interface TreeRowOptions {
  /** `"default"` if absent. */
  filter?: FilterMode;
  /** Words that must all occur. */
  query?: string;
  /** The ids of the folded rows. */
  folded?: string[];
}

export interface TreeRow {
  id: string;
  indent: number;
  showConnector: boolean;
  isLast: boolean;
  isVirtualRootChild: boolean;
  gutters: { position: number; show: boolean }[];
  onActivePath: boolean;
  foldable: boolean;
  folded: boolean;
  label?: string;
  text: string;
}

/**
 * A session file in memory. Its methods bear the names of Pi's `SessionManager` and give equal values, made anew by each
 * call. They throw a {@link SessionError} for unknown ids and wrong arguments only, whatever the file holds.
 */
export class Session {
  private constructor();

  /** Reads a file. Damage is no error: see {@link diagnostics}. */
  static parse(bytes: Uint8Array): Session;
  /** A session without entries. */
  static create(options?: NewSessionOptions): Session;

  getHeader(): SessionHeader | null;
  getSessionId(): string;
  /** As stored; empty if the file does not say. */
  getCwd(): string;
  getSessionName(): string | undefined;
  getEntryCount(): number;
  /** In file order. */
  getEntries(): SessionEntry[];
  getEntry(id: string): SessionEntry | undefined;
  /** In file order; `null` asks for the roots. */
  getChildren(parentId: string | null): SessionEntry[];
  getTree(): SessionTreeNode[];
  /** From the root to the entry, by default to the leaf. */
  getBranch(fromId?: string): SessionEntry[];
  getLeafId(): string | null;
  getLeafEntry(): SessionEntry | undefined;
  getLabel(id: string): string | undefined;

  /** The entries that the context at the leaf is made of. */
  buildContextEntries(): SessionEntry[];
  /** The context at the leaf, with the entry that each message comes from. */
  buildSessionProjection(): SessionProjection;
  /** The context at the leaf. */
  buildSessionContext(): SessionContext;

  /** Moves the leaf, in memory alone. */
  branch(id: string): void;
  /** Moves the leaf before the first entry. */
  resetLeaf(): void;

  // Each of these adds a child of the leaf, which becomes the leaf. They give its id; an error leaves the session as it was.
  appendMessage(message: AgentMessage): string;
  appendModelChange(provider: string, modelId: string): string;
  appendThinkingLevelChange(level: string): string;
  /** Gives the entry itself. */
  appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): SessionEntry;
  /** Without a first kept entry it keeps nothing. */
  appendCompaction(
    summary: string,
    firstKeptEntryId: string | null,
    tokensBefore: number,
    details?: unknown,
    fromHook?: boolean,
    usage?: Usage,
  ): string;
  appendCustomEntry(customType: string, data?: unknown): string;
  appendCustomMessageEntry(customType: string, content: string | Block[], display: boolean, details?: unknown): string;
  /** An empty name clears it. */
  appendSessionInfo(name: string): string;
  /** The target is a user, assistant, tool result or custom message on the branch of the leaf. */
  appendContextEdit(targetId: string, replacement: null | { content: AgentContent }): string;
  /** No label, or an empty one, clears it. */
  appendLabelChange(targetId: string, label?: string): string;
  /** Moves the leaf, before the first entry with `null`, and sums up the branch that was left. */
  branchWithSummary(branchFromId: string | null, summary: string, details?: unknown, fromHook?: boolean, usage?: Usage): string;

  /** A new session: the path to the entry, without its label entries, then the labels that still have a target. */
  createBranchedSession(leafId: string, options?: NewSessionOptions): Session;
  /** A new session: all entries under a new header. */
  fork(options: NewSessionOptions & { cwd: string }): Session;

  /** The file: what was read, byte for byte, then what was appended. An old file that was appended to is written as version 3. */
  toJsonl(): Uint8Array<ArrayBuffer>;
  /** The path to the entry, by default to the leaf, as a file of its own. */
  branchToJsonl(leafId?: string): Uint8Array<ArrayBuffer>;

  diagnostics(): Diagnostic[];
  /** What a list says of the session. `fileModified` is an ISO time. */
  info(fileModified?: string): SessionInfo;
  /**
   * A copy of the file that Pi opens, with none of the problems that can be mended, and what was changed in it. The tree and the
   * context stay as they are read here. Without changes it is what {@link toJsonl} gives.
   */
  repairedJsonl(): { bytes: Uint8Array<ArrayBuffer>; changes: Repair[] };
  /** Counts and totals of the whole file. */
  stats(): SessionStats;
  /** Cost and tokens by model, the dearest first. */
  costBreakdown(): { key: string; cost: number; tokens: number }[];
  /** What was paid for again because the prompt cache had lost it. */
  cacheWaste(): { missedTokens: number; missedCost: number; missCount: number };
  /** How many tokens the context at the leaf takes, about. */
  contextTokens(): number;

  /** The entries that moving the leaf leaves behind. */
  entriesForBranchSummary(oldLeafId: string | null, targetId: string): { entries: SessionEntry[]; commonAncestorId: string | null };
  /** What to summarise of them: the newest messages that fit the budget, oldest first. */
  prepareBranchSummary(oldLeafId: string | null, targetId: string, tokenBudget?: number): BranchSummaryPreparation;
  /** What to summarise so that the context gets shorter; `undefined` where there is nothing. */
  prepareCompaction(settings?: { reserveTokens?: number; keepRecentTokens?: number }): CompactionPreparation | undefined;

  treeRowCount(options?: TreeRowOptions): number;
  /** The rows of the tree as Pi's selector shows them, or those of a window. */
  treeRows(options?: TreeRowOptions & { start?: number; count?: number }): TreeRow[];

  readonly leafId: string | null;

  /** Gives the memory back; the session can't be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
}

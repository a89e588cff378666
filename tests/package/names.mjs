// Every name of the package: that it is there, is in the types, and what a call of it gives.
//
//   node --test tests/package/names.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { initialised, PACKAGE } from "../conformance/package.mjs";
import { entry, fileOf, HEADER } from "./files.mjs";

const { module: pi } = await initialised();
const { Session } = pi;
const TYPES = readFileSync(join(PACKAGE, "pi-session.d.ts"), "utf8");

const USAGE = { input: 10, output: 5, cacheRead: 3, cacheWrite: 2, totalTokens: 20, cost: { input: 0.1, output: 0.2, cacheRead: 0.01, cacheWrite: 0.02, total: 0.33 } };
const REPLY = { role: "assistant", content: [{ type: "toolCall", id: "1", name: "read", arguments: { path: "salt.txt" } }], api: "x", provider: "p", model: "m", usage: USAGE, stopReason: "toolUse", timestamp: 2 };
const message = (content) => ({ type: "message", message: content });
const BYTES = fileOf([
  { ...HEADER, parentSession: "/old.jsonl" }, entry(0, "a", null, message({ role: "user", content: "question ".repeat(100), timestamp: 1 })), entry(1, "b", "a", message(REPLY)), entry(2, "l", "b", { type: "label", targetId: "a", label: "first" }),
  entry(3, "m", "l", { type: "model_change", provider: "p", modelId: "m" }), entry(4, "c", "m", message({ role: "user", content: "more ".repeat(100), timestamp: 3 })), entry(5, "n", "c", { type: "session_info", name: "Salt" }), entry(6, "z", "gone", message({ role: "user", content: "lost", timestamp: 4 })),
  entry(7, "t", "n", message({ role: "user", content: "tip", timestamp: 5 })),
]);

// A token as one service makes them, put together here so that no scanner takes this file for a leak.
const TOKEN = `ghp_${"aB3dE5gH7j".repeat(3)}K9mN1p`;
const SECRET = fileOf([HEADER, entry(0, "a", null, message({ role: "user", content: `The key is ${TOKEN} now` , timestamp: 1 }))]);

// What a value is made of, as words: a test of shape that says by itself what it wants.
const string = (value) => typeof value === "string";
const number = (value) => typeof value === "number" && Number.isFinite(value);
const boolean = (value) => typeof value === "boolean";
const nothing = (value) => value === undefined;
const oneOf = (...values) => (value) => values.includes(value);
const listOf = (shape) => (value) => Array.isArray(value) && value.length > 0 && value.every((item) => fits(item, shape));
const maybe = (shape) => ({ optional: shape });
const anyList = (value) => Array.isArray(value);
const bytes = (value) => value instanceof Uint8Array && value.length > 0;
const session = (value) => value instanceof Session;
const ENTRY = (value) => fits({ type: value?.type, id: value?.id, timestamp: value?.timestamp, parent: value?.parentId === null || string(value?.parentId) }, { type: string, id: string, timestamp: string, parent: oneOf(true) });
const MESSAGE = (value) => string(value?.role);
const NODE = { entry: ENTRY, children: anyList, label: maybe(string), labelTimestamp: maybe(string) };
const ROW = { id: string, cwd: string, name: oneOf("Salt"), parentSessionPath: oneOf("/old.jsonl"), created: string, modified: string, messageCount: number, firstMessage: string, allMessagesText: string };
const CONTEXT = { messages: listOf(MESSAGE), thinkingLevel: string, model: { provider: string, modelId: string } };

/** Whether the value has the shape: all members that it names, and none besides. */
function fits(value, shape) {
  if (typeof shape === "function") return shape(value);
  if (value === null || typeof value !== "object") return false;
  const members = Object.entries(shape);
  return members.every(([name, wanted]) => (wanted.optional && value[name] === undefined) || fits(value[name], wanted.optional ?? wanted)) && Object.keys(value).every((name) => name in shape);
}

/** `name: [call, shape]`, where several may bear one name; in the order of the description of the package. */
const CALLS = {
  parse: [() => Session.parse(BYTES), session],
  create: [() => Session.create({ cwd: "/", id: "new-1", parentSession: "/old" }), session],
  getHeader: [(s) => s.getHeader(), { type: oneOf("session"), version: oneOf(3), id: string, timestamp: string, cwd: string, parentSession: string }],
  getSessionId: [(s) => s.getSessionId(), oneOf("session-1")],
  getCwd: [(s) => s.getCwd(), oneOf("/work")],
  getSessionName: [(s) => s.getSessionName(), oneOf("Salt")],
  getEntryCount: [(s) => s.getEntryCount(), oneOf(8)],
  getEntries: [(s) => s.getEntries(), listOf(ENTRY)],
  getEntry: [(s) => s.getEntry("a"), ENTRY],
  getChildren: [(s) => s.getChildren(null), listOf(ENTRY)],
  getTree: [(s) => s.getTree(), listOf(NODE)],
  getBranch: [(s) => s.getBranch("b"), listOf(ENTRY)],
  getLeafId: [(s) => s.getLeafId(), oneOf("t")],
  getLeafEntry: [(s) => s.getLeafEntry(), ENTRY],
  getLabel: [(s) => s.getLabel("a"), oneOf("first")],
  buildContextEntries: [(s) => s.buildContextEntries(), listOf(ENTRY)],
  buildSessionProjection: [(s) => s.buildSessionProjection(), { entries: listOf({ sourceEntry: ENTRY, messages: anyList }), ...CONTEXT }],
  buildSessionContext: [(s) => s.buildSessionContext(), CONTEXT],
  branch: [(s) => s.branch("a"), nothing],
  resetLeaf: [(s) => s.resetLeaf(), nothing],
  appendMessage: [(s) => s.appendMessage(REPLY), string],
  appendModelChange: [(s) => s.appendModelChange("p", "m"), string],
  appendThinkingLevelChange: [(s) => s.appendThinkingLevelChange("high"), string],
  appendUsage: [(s) => s.appendUsage("title", "p", "m", USAGE, "note"), ENTRY],
  appendCompaction: [(s) => s.appendCompaction("short", null, 5, {}, true, USAGE), string],
  appendCustomEntry: [(s) => s.appendCustomEntry("mine"), string],
  appendCustomMessageEntry: [(s) => s.appendCustomMessageEntry("mine", [{ type: "text", text: "x" }], false, {}), string],
  appendSessionInfo: [(s) => s.appendSessionInfo("name"), string],
  appendContextEdit: [(s) => s.appendContextEdit("a", null), string],
  appendLabelChange: [(s) => s.appendLabelChange("a"), string],
  branchWithSummary: [(s) => s.branchWithSummary(null, "left", {}, false, USAGE), string],
  createBranchedSession: [(s) => s.createBranchedSession("b", { id: "x", parentSession: "/y" }), session],
  fork: [(s) => s.fork({ cwd: "/", id: "x", parentSession: "/y" }), session],
  toJsonl: [(s) => s.toJsonl(), bytes],
  branchToJsonl: [(s) => s.branchToJsonl("b"), bytes],
  repairedJsonl: [(s) => s.repairedJsonl(), { bytes, changes: listOf({ code: string, line: maybe(number), byteOffset: maybe(number), entryId: maybe(string), done: string }) }],
  diagnostics: [(s) => s.diagnostics(), listOf({ code: string, severity: oneOf("info", "warning", "error"), line: maybe(number), byteOffset: maybe(number), entryId: maybe(string), message: string })],
  info: [(s) => s.info("2026-01-01T00:00:00Z"), { ...ROW, messageCount: oneOf(5) }],
  stats: [(s) => s.stats(), {
    sessionId: string, userMessages: number, assistantMessages: number, toolCalls: number, toolResults: number, totalMessages: number, cost: number,
    tokens: { input: number, output: number, cacheRead: number, cacheWrite: number, total: number },
  }],
  costBreakdown: [(s) => s.costBreakdown(), listOf({ key: string, cost: number, tokens: number })],
  cacheWaste: [(s) => s.cacheWaste(), { missedTokens: number, missedCost: number, missCount: number }],
  contextTokens: [(s) => s.contextTokens(), number],
  treeRowCount: [(s) => s.treeRowCount({ filter: "all", query: "", folded: [] }), oneOf(7)],
  treeRows: [(s) => s.treeRows({ filter: "all", query: "", folded: ["a"], start: 0, count: 9 }), listOf({
    id: string, indent: number, showConnector: boolean, isLast: boolean, isVirtualRootChild: boolean, gutters: (list) => list.every((gutter) => fits(gutter, { position: number, show: boolean })),
    onActivePath: boolean, foldable: boolean, folded: boolean, label: maybe(string), text: string,
  })],
  entriesForBranchSummary: [(s) => s.entriesForBranchSummary("t", "b"), { entries: listOf(ENTRY), commonAncestorId: oneOf("b") }],
  prepareBranchSummary: [(s) => s.prepareBranchSummary("t", "a", 1000), { messages: listOf(MESSAGE), readFiles: listOf(string), modifiedFiles: anyList, totalTokens: number }],
  prepareCompaction: [(s) => s.prepareCompaction({ reserveTokens: 1, keepRecentTokens: 1 }), {
    firstKeptEntryId: string, messagesToSummarize: listOf(MESSAGE), turnPrefixMessages: anyList, isSplitTurn: boolean, tokensBefore: number, previousSummary: maybe(string), readFiles: listOf(string), modifiedFiles: anyList,
  }],
  leafId: [(s) => s.leafId, oneOf("t")],
  free: [(s) => s.free(), nothing],
  searchSessions: [(s) => pi.searchSessions([s.info()], "salt", "relevance", "named"), listOf(ROW)],
  convertToLlm: [() => pi.convertToLlm([REPLY]), listOf(MESSAGE)],
  serializeConversation: [() => pi.serializeConversation([REPLY]), string],
  estimateTokens: [() => pi.estimateTokens(REPLY), number],
  redactJsonl: [
    () => pi.redactJsonl(SECRET),
    {
      bytes: (value) => bytes(value) && Session.parse(value).getEntryCount() === 1 && !new TextDecoder().decode(value).includes(TOKEN),
      findings: listOf({ kind: string, placeholder: (value) => /^<redacted:[a-z-]+-1>$/.test(value), line: oneOf(2), entryId: oneOf("a"), path: string, inKey: boolean, start: oneOf(11), end: oneOf(11 + TOKEN.length), byteStart: number, byteEnd: number }),
    },
  ],
  openBundle: [() => pi.openBundle(BYTES), { session, sessions: listOf({ name: string, session }), leftOut: anyList }],
};

for (const [name, [call, shape]] of Object.entries(CALLS)) {
  test(`${name} gives what the description says`, () => {
    const given = call(Session.parse(BYTES));
    assert.ok(fits(given, shape), `${name} gave ${typeof given === "bigint" ? "a big integer" : JSON.stringify(given)}`);
  });
}

test("code, types and the list above name the same things", () => {
  const body = TYPES.slice(TYPES.indexOf("export class Session {"));
  const members = [...body.slice(0, body.indexOf("\n}")).matchAll(/^ {2}(?:static |readonly )?(\w+)[(:]/gm)].map(([, name]) => name).filter((name) => name !== "constructor");
  const functions = [...TYPES.matchAll(/^export function (\w+)/gm)].map(([, name]) => name).filter((name) => name !== "initSync");
  const here = [...Object.getOwnPropertyNames(Session.prototype), ...Object.getOwnPropertyNames(Session), ...Object.keys(pi).filter((name) => /^[a-z]/.test(name) && !["default", "initSync"].includes(name))];
  const own = here.filter((name) => !["constructor", "length", "name", "prototype"].includes(name) && !name.startsWith("__"));
  assert.deepEqual([...members, ...functions].sort(), own.sort());
  assert.deepEqual(Object.keys(CALLS).sort(), own.sort());
  assert.equal(typeof pi.default, "function");
  assert.equal(typeof pi.initSync, "function");
  assert.equal(typeof Session.prototype[Symbol.dispose], "function");
});

test("every code that an error may bear is in the types", () => {
  const codes = ["not-a-session", "empty", "unknown-entry", "not-on-branch", "not-editable", "bad-id", "bad-argument", "unsupported-schema", "bad-archive"];
  for (const code of codes) assert.ok(TYPES.includes(`| "${code}"`), code);
});

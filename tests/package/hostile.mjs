// Hostile files and hostile arguments, through the package. Whatever a file holds, methods that read never throw; whatever is
// passed, a call gives a value or throws a SessionError with a code. Nothing brings the module down.
//
//   node --test tests/package/hostile.mjs

import assert from "node:assert/strict";
import { test } from "node:test";

import { initialised, PACKAGE } from "../conformance/package.mjs";
import { entry, fileOf, HEADER, Source } from "./files.mjs";

const { module: pi, memory } = await initialised();
const { Session } = pi;

const CODES = new Set(["not-a-session", "empty", "unknown-entry", "not-on-branch", "not-editable", "bad-id", "bad-argument", "unsupported-schema", "bad-archive"]);
const FREED = /free\(\)/;

/** What no field should hold. */
const WRONG = [
  undefined, null, true, false, 0, -1, 1.5, 5, "", "x", "a", " ", "\ud800", "\u0000\u001b[31m", "\u202e", "__proto__", "x".repeat(10_000), [], {}, [null], [[]], ["a", 5], [{}], [{ type: "text" }], [{ type: "text", text: 5 }], [{ type: "toolCall" }],
  [{ type: "toolCall", id: null, name: null, arguments: null }], [{ type: "image", data: 5, mimeType: [] }], [{ type: "thinking", thinking: {} }], { type: "text", text: "x" }, { length: 5 }, { 0: "a" }, { content: null }, { content: [5] }, { role: "user" }, { cost: 5, input: "5" },
  { cost: { total: "x" } }, new Source("1e999"), new Source("-1e999"), new Source("-0"), new Source("123456789012345678901234567890"), new Source('{"a":1,"a":2}'), new Source('"\\ud83d"'), new Source(`${"[".repeat(2000)}${"]".repeat(2000)}`), new Source(`${'{"content":'.repeat(2000)}1${"}".repeat(2000)}`),
];

const USAGE = { input: 10, output: 5, cacheRead: 3, cacheWrite: 2, totalTokens: 20, cost: { input: 0.1, output: 0.2, cacheRead: 0.01, cacheWrite: 0.02, total: 0.33 } };
const CALL = { type: "toolCall", id: "call-1", name: "bash", arguments: { command: "ls" } };

/** One sound message of each role. */
const MESSAGES = {
  system: { role: "system", content: "prompt", sections: { base: "x", env: null }, toolsAdded: [{ name: "read" }], toolsRemoved: [{ name: "bash" }], timestamp: 1 },
  user: { role: "user", content: [{ type: "text", text: "question" }, { type: "image", data: "AAAA", mimeType: "image/png" }], timestamp: 1 },
  assistant: {
    role: "assistant", content: [{ type: "thinking", thinking: "hm", thinkingSignature: "s", redacted: false }, { type: "text", text: "answer", textSignature: "s" }, CALL], api: "messages", provider: "p", model: "m", responseModel: "r", usage: USAGE, stopReason: "error",
    errorMessage: "broken", diagnostics: [{ type: "retry" }], thinkingLevel: "high", timestamp: 2,
  },
  toolResult: { role: "toolResult", toolCallId: "call-1", toolName: "bash", content: [{ type: "text", text: "out" }], details: { any: 1 }, isError: false, usage: USAGE, nestedCalls: { calls: [CALL] }, timestamp: 3 },
  bashExecution: { role: "bashExecution", command: "ls", output: "out", exitCode: 0, cancelled: false, truncated: true, fullOutputPath: "/tmp/x", excludeFromContext: false, timestamp: 4 },
  custom: { role: "custom", customType: "mine", content: "text", display: true, details: {}, timestamp: 5 },
  branchSummary: { role: "branchSummary", summary: "left", fromId: "a", timestamp: 6 },
  compactionSummary: { role: "compactionSummary", summary: "short", tokensBefore: 100, timestamp: 7 },
};

/** One sound entry of each type. */
const ENTRIES = {
  custom_message: { type: "custom_message", customType: "mine", content: "text", display: true, details: {} },
  branch_summary: { type: "branch_summary", fromId: "a", summary: "left", details: { readFiles: ["r"], modifiedFiles: ["m"] }, usage: USAGE, fromHook: false },
  compaction: { type: "compaction", summary: "short", firstKeptEntryId: "b", tokensBefore: 1000, systemMessage: MESSAGES.system, details: { readFiles: ["r"], modifiedFiles: ["m"] }, usage: USAGE, fromHook: false },
  context_edit: { type: "context_edit", targetId: "a", replacement: { content: "less" } },
  model_change: { type: "model_change", provider: "p", modelId: "m" },
  thinking_level_change: { type: "thinking_level_change", thinkingLevel: "high" },
  usage: { type: "usage", kind: "title", provider: "p", model: "m", usage: USAGE, note: "n" },
  custom: { type: "custom", customType: "mine", data: { any: 1 } },
  label: { type: "label", targetId: "a", label: "here" },
  session_info: { type: "session_info", name: "name" },
  ...Object.fromEntries(Object.entries(MESSAGES).map(([role, message]) => [`message of ${role}`, { type: "message", message }])),
};

/** The paths to every member of a value, members of members too: `[["usage"], ["usage", "cost"], …]`. */
function membersOf(value, path = []) {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...membersOf(member, [...path, name])]);
}

/** The value with another one at the path. */
function withMember(value, [name, ...rest], member) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = rest.length === 0 ? member : withMember(value[name], rest, member);
  return copy;
}

const FILTERS = ["default", "no-tools", "user-only", "labeled-only", "all"];

/** Every method that reads, with sound arguments; `ids` are entries that are there. */
function readings(session, ids) {
  const [first, last] = [ids[0], ids.at(-1)];
  return {
    getHeader: () => session.getHeader(),
    getSessionId: () => session.getSessionId(),
    getCwd: () => session.getCwd(),
    getSessionName: () => session.getSessionName(),
    getEntryCount: () => session.getEntryCount(),
    getEntries: () => session.getEntries(),
    getEntry: () => [first, last, "nowhere"].map((id) => session.getEntry(id)),
    getChildren: () => [first, last, null, "nowhere"].map((id) => session.getChildren(id)),
    getTree: () => session.getTree(),
    getBranch: () => [session.getBranch(), session.getBranch(first), session.getBranch("nowhere")],
    getLeafId: () => session.getLeafId(),
    leafId: () => session.leafId,
    getLeafEntry: () => session.getLeafEntry(),
    getLabel: () => [first, last, "nowhere"].map((id) => session.getLabel(id)),
    buildContextEntries: () => session.buildContextEntries(),
    buildSessionProjection: () => session.buildSessionProjection(),
    buildSessionContext: () => session.buildSessionContext(),
    toJsonl: () => session.toJsonl(),
    branchToJsonl: () => [session.branchToJsonl(), session.branchToJsonl(first)],
    diagnostics: () => session.diagnostics(),
    repairedJsonl: () => session.repairedJsonl(),
    info: () => [session.info?.(), session.info?.("2025-06-01T08:00:00.000Z")],
    stats: () => session.stats(),
    costBreakdown: () => session.costBreakdown(),
    cacheWaste: () => session.cacheWaste(),
    contextTokens: () => session.contextTokens(),
    treeRowCount: () => FILTERS.map((filter) => session.treeRowCount({ filter, query: "x" })),
    treeRows: () => FILTERS.flatMap((filter) => [session.treeRows({ filter }), session.treeRows({ filter, query: "x m", folded: [first] })]),
    entriesForBranchSummary: () => [session.entriesForBranchSummary(null, last), session.entriesForBranchSummary(last, first)],
    prepareBranchSummary: () => [undefined, 0, 50].map((budget) => session.prepareBranchSummary(last, first, budget)),
    prepareCompaction: () => [undefined, { keepRecentTokens: 0 }, { keepRecentTokens: 20, reserveTokens: 0 }].map((settings) => session.prepareCompaction(settings)),
    convertToLlm: () => pi.convertToLlm(session.buildSessionContext().messages),
    serializeConversation: () => pi.serializeConversation(pi.convertToLlm(session.buildSessionContext().messages)),
    estimateTokens: () => session.buildSessionContext().messages.map((message) => pi.estimateTokens(message)),
    createBranchedSession: () => session.createBranchedSession(last).free(),
    fork: () => session.fork({ cwd: "/elsewhere" }).free(),
  };
}

/** Every operation with sound arguments. */
function changes(session, id) {
  return {
    appendMessage: () => session.appendMessage(MESSAGES.assistant),
    appendModelChange: () => session.appendModelChange("p", "m"),
    appendThinkingLevelChange: () => session.appendThinkingLevelChange("low"),
    appendUsage: () => session.appendUsage("title", "p", "m", USAGE, "n"),
    appendCompaction: () => session.appendCompaction("short", id, 100, {}, true, USAGE),
    appendCustomEntry: () => session.appendCustomEntry("mine", {}),
    appendCustomMessageEntry: () => session.appendCustomMessageEntry("mine", "text", true, {}),
    appendSessionInfo: () => session.appendSessionInfo("name"),
    appendContextEdit: () => session.appendContextEdit(id, null),
    appendLabelChange: () => session.appendLabelChange(id, "label"),
    branchWithSummary: () => session.branchWithSummary(id, "left", {}, true, USAGE),
    branch: () => session.branch(id),
    resetLeaf: () => session.resetLeaf(),
  };
}

/** Whether what was thrown is a SessionError that says something. */
function requireSessionError(error, what) {
  assert.equal(error?.name, "SessionError", `${what}: ${error?.stack ?? String(error)}`);
  assert.ok(CODES.has(error.code), `${what}: code ${error.code}`);
  assert.ok(error instanceof Error && error.message.length > 10, what);
}

/** Reads everything; nothing may throw, and no figure may be no figure. */
function readAll(session, what) {
  const ids = session.getEntries().map((one) => one.id).filter((id) => typeof id === "string");
  if (ids.length === 0) ids.push(session.appendSessionInfo("first"));
  for (const [name, call] of Object.entries(readings(session, ids))) {
    let value;
    try {
      value = call();
    } catch (error) {
      throw new Error(`${what}: ${name} threw ${error.stack}`, { cause: error });
    }
    if (typeof value === "number") assert.ok(Number.isFinite(value) && value >= 0, `${what}: ${name} gave ${value}`);
    for (const figure of name === "stats" ? [value.cost, ...Object.values(value.tokens)] : name === "cacheWaste" ? Object.values(value) : name === "costBreakdown" ? value.flatMap((part) => [part.cost, part.tokens]) : []) {
      assert.ok(Number.isFinite(figure) && figure >= 0, `${what}: ${name} gave ${JSON.stringify(value)}`);
    }
  }
}

/** Does each operation once; then all must still be readable, and what is written must come back. */
function changeAll(session, what) {
  const leaf = session.getLeafId();
  for (const [name, call] of Object.entries(changes(session, leaf))) {
    session.branch(leaf);
    const before = session.getEntryCount();
    try {
      call();
      const added = name === "branch" || name === "resetLeaf" ? 0 : 1;
      assert.equal(session.getEntryCount(), before + added, `${what}: ${name}`);
    } catch (error) {
      requireSessionError(error, `${what}: ${name}`);
      assert.equal(error.code, "not-editable", `${what}: ${name} says ${error.message}`);
      assert.equal(session.getEntryCount(), before, `${what}: ${name} changed something`);
    }
  }
  readAll(session, `${what}, changed`);
  const again = Session.parse(session.toJsonl());
  assert.deepEqual(again.getEntries().map((one) => one.id), session.getEntries().map((one) => one.id), `${what}: written and read`);
  again.free();
}

/** A file in which an entry of each wrong kind hangs from the one before it, among sound ones. */
function chainOf(bodies) {
  const records = [HEADER, entry(0, "a", null, { type: "message", message: MESSAGES.user }), entry(1, "b", "a", { type: "message", message: MESSAGES.assistant })];
  let parent = "b";
  for (const [number, body] of bodies.entries()) {
    records.push(entry(number + 2, `odd-${number}`, parent, body));
    parent = `odd-${number}`;
  }
  records.push(entry(99, "y", parent, { type: "message", message: MESSAGES.toolResult }), entry(100, "z", "y", { type: "message", message: MESSAGES.assistant }));
  return records;
}

for (const [type, sound] of Object.entries(ENTRIES)) {
  test(`anything in any field: ${type}`, () => {
    for (const path of membersOf(sound)) {
      const what = `${type}, ${path.join(".")}`;
      const bodies = WRONG.map((wrong) => withMember(sound, path, wrong));
      const session = Session.parse(fileOf(chainOf(bodies)));
      readAll(session, what);
      for (let number = 0; number < bodies.length; number += 23) {
        session.branch(`odd-${number}`);
        readAll(session, `${what} at ${number}`);
      }
      changeAll(session, what);
      session.free();
    }
  });
}

test("anything in the fields that all entries have, and in the header", () => {
  for (const wrong of WRONG) {
    for (const name of ["id", "parentId", "timestamp", "type"]) {
      const what = `${name} of a user's message: ${JSON.stringify(wrong)}`;
      const odd = { ...entry(2, "odd", "b", { type: "message", message: MESSAGES.user }), [name]: wrong };
      const session = Session.parse(fileOf([...chainOf([]).slice(0, 3), odd, entry(3, "z", "odd", { type: "message", message: MESSAGES.assistant })]));
      readAll(session, what);
      changeAll(session, what);
      session.free();
    }
    for (const name of ["version", "id", "timestamp", "cwd", "parentSession", "extra"]) {
      const what = `${name} of the header: ${JSON.stringify(wrong)}`;
      const session = Session.parse(fileOf([{ ...HEADER, [name]: wrong }, ...chainOf([]).slice(1)]));
      readAll(session, what);
      changeAll(session, what);
      session.free();
    }
  }
});

test("messages of any shape, given to the functions over messages and appended", () => {
  for (const [role, sound] of Object.entries(MESSAGES)) {
    for (const path of membersOf(sound)) {
      for (const wrong of WRONG.filter((value) => !(value instanceof Source))) {
        const message = withMember(sound, path, wrong);
        assert.ok(Number.isFinite(pi.estimateTokens(message)), `${role}, ${path}`);
        assert.equal(typeof pi.serializeConversation([message]), "string");
        assert.ok(Array.isArray(pi.convertToLlm([message])));
      }
    }
  }
});

/** Arguments that JavaScript has and JSON has not, and such as fight back. `session` is what the meddling ones meddle with. */
function oddArguments(session) {
  const cycle = {};
  cycle.self = cycle;
  const boom = () => {
    throw new Error("boom");
  };
  const detached = new Uint8Array(8);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const revoked = Proxy.revocable({}, {});
  const revokedList = Proxy.revocable([], {});
  revoked.revoke();
  revokedList.revoke();
  const resizable = new ArrayBuffer(8, { maxByteLength: 16 });
  const outOfBounds = new Uint8Array(resizable, 4, 4);
  resizable.resize(2);
  class Liar extends Uint8Array {
    get length() {
      return 5 + Math.floor(Math.random() * 1000);
    }
  }
  class Moody extends Uint8Array {
    subarray() {
      throw new Error("boom");
    }
  }
  const hostileList = ["a"];
  hostileList[Symbol.iterator] = boom;
  let deep = [];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  return [
    undefined, null, true, false, 0, -0, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, 5n, 2n ** 70n, "", "a", "b", "nowhere", "\ud83d", "\udc00x", "all", "x".repeat(100_000), "\u0000", Symbol("s"), Symbol.iterator, () => {}, class {}, boom,
    [], [undefined], [5n], [Symbol("s")], [boom], ["a"], [null, 5, "x", {}, []], hostileList, {}, Object.create(null), cycle, [cycle], deep, new Date(NaN), new Date(0), /x/, new Map([["a", 1]]), new Error("x"), new String("a"), new Number(5), new Boolean(false), Object(5n), Object(Symbol("s")),
    new Proxy({}, { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom, getOwnPropertyDescriptor: boom }), new Proxy([], { get: boom, getPrototypeOf: boom }), new Proxy(new Uint8Array(3), {}), new Proxy(new Uint8Array(3), { get: boom }), new Proxy(boom, {}), revoked.proxy, revokedList.proxy, [revokedList.proxy],
    new Uint8Array(3), new Uint8Array(0), detached, outOfBounds, new Uint8Array(new SharedArrayBuffer(8)), new SharedArrayBuffer(8), new ArrayBuffer(3), new DataView(new ArrayBuffer(3)), new Uint16Array(3), new Uint8ClampedArray(3), Buffer.from("x"), new Liar(10), new Moody(10), Object.create(Uint8Array.prototype),
    { toJSON: boom }, { get filter() { return boom(); }, get cwd() { return boom(); }, get keepRecentTokens() { return boom(); }, get content() { return boom(); } }, { toString: boom, valueOf: boom, [Symbol.toPrimitive]: boom },
    { get filter() { session.branch("a"); session.appendSessionInfo("meddled"); return "all"; }, get cwd() { session.resetLeaf(); return "/"; } }, { toJSON() { session.appendSessionInfo("meddled"); return { role: "user", content: "x" }; } },
    { filter: Symbol("s") }, { query: 5n }, { folded: revokedList.proxy }, { folded: hostileList }, { folded: [Symbol("s")] }, { start: 2 ** 40, count: 2 ** 60 }, { start: NaN }, { count: -1 }, { cwd: "/" }, { cwd: 5 }, { cwd: "/", id: "!" }, { cwd: "/", id: Symbol("s") }, { id: "\ud83d" }, { keepRecentTokens: NaN }, { keepRecentTokens: -5 }, { keepRecentTokens: "x" }, { reserveTokens: {} }, { content: 5 }, { content: "x" }, { content: [] }, { role: "user", content: null },
  ];
}

/** The methods, static ones among them, and the functions of the package. */
function callables() {
  const own = (of) => Object.getOwnPropertyNames(of).filter((name) => !["constructor", "prototype", "length", "name", "free", "leafId"].includes(name) && !name.startsWith("__"));
  return [...own(Session.prototype), ...own(Session), ...Object.keys(pi).filter((name) => /^[a-z]/.test(name) && !["default", "initSync"].includes(name))];
}

test("no call with any argument brings the module down, and what is refused has a code", () => {
  const records = [HEADER, entry(0, "a", null, { type: "message", message: MESSAGES.user }), entry(1, "b", "a", { type: "message", message: MESSAGES.assistant })];
  let calls = 0;
  const attempt = (what, call) => {
    calls += 1;
    let result;
    try {
      result = call();
    } catch (error) {
      requireSessionError(error, what);
      return;
    }
    if (typeof result?.free === "function") result.free();
  };
  for (const name of callables()) {
    // A fresh one for each, since many of the odd calls append.
    const session = Session.parse(fileOf(records));
    const odd = oddArguments(session);
    const call = (...args) => (name in session ? session[name](...args) : name in Session ? Session[name](...args) : pi[name](...args));
    for (const [place, first] of odd.entries()) {
      attempt(`${name}(odd ${place})`, () => call(first));
      // Each odd one in each place, with sound and other odd ones around it.
      for (let slot = 0; slot < 6; slot += 1) {
        const around = Array.from({ length: 6 }, (_, other) => (other < slot ? ["a", "b", "x", {}, true, 5][(place + other) % 6] : odd[(place * 7 + other * 3 + slot) % odd.length]));
        around[slot] = first;
        attempt(`${name}(odd ${place} as argument ${slot})`, () => call(...around));
      }
    }
    assert.equal(session.getEntry("a").message.role, "user", name);
    assert.equal(session.getEntries().length, session.getEntryCount(), name);
    session.free();
  }
  assert.ok(calls > 20_000, String(calls));
});

test("no query of a search brings the module down or keeps it busy", () => {
  const row = (text, more) => ({ path: "/x", id: "i", cwd: "/w", allMessagesText: text, firstMessage: "", messageCount: 1, created: HEADER.timestamp, modified: HEADER.timestamp, ...more });
  const rows = [row(`${"a".repeat(100_000)}!`), row("short")];
  const many = 50_000;
  const patterns = [
    "(a+)+$", "(a|a)*b", "(a*)*b", "(.*)*\\1b", "(?=(a+))a*b\\1", "((a{1,100}){1,100}){1,100}b", "a{1000000000}", "(?:a{0,65535}){0,65535}", "(?<=(a+)+)b", ".*.*.*.*.*.*.*b", "(".repeat(many), "(".repeat(many) + ")".repeat(many), `${"(?:".repeat(many)}a${")".repeat(many)}`,
    "(?=".repeat(many) + ")".repeat(many), "[".repeat(many), "a|".repeat(many), "\\1".repeat(many), `${"(a)".repeat(20_000)}\\20000`, "x*".repeat(20_000), "[\\u{1f600}-\\u{1f64f}]", "\\",
  ];
  for (const query of [...patterns.map((pattern) => `re:${pattern}`), "x".repeat(many), `"${"x".repeat(many)}`, "a ".repeat(many)]) {
    const start = performance.now();
    assert.ok(Array.isArray(pi.searchSessions(rows, query, "relevance", "all")), query.slice(0, 40));
    assert.ok(performance.now() - start < 20_000, `${query.slice(0, 40)} took ${performance.now() - start} ms`);
  }
  for (const wrong of WRONG.filter((value) => !(value instanceof Source))) {
    for (const name of Object.keys(row("x"))) {
      try {
        pi.searchSessions([row("a", { [name]: wrong })], "a", "relevance", "named");
      } catch (error) {
        requireSessionError(error, name);
      }
    }
  }
});

test("what is given is taken whole or not at all", () => {
  const session = Session.create({ cwd: "/" });
  const bytes = fileOf([HEADER, entry(0, "a", null, { type: "message", message: MESSAGES.user })]);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const within = new Uint8Array(bytes.length + 20);
  within.set(bytes, 10);
  for (const source of [bytes, shared, within.subarray(10, 10 + bytes.length), Buffer.from(bytes)]) {
    const read = Session.parse(source);
    assert.deepEqual(Buffer.from(read.toJsonl()), Buffer.from(bytes));
    read.free();
  }
  for (const wrong of [new Uint16Array(3), new ArrayBuffer(3), new DataView(new ArrayBuffer(3)), "text", new Proxy(bytes, {}), Object.create(Uint8Array.prototype)]) {
    assert.throws(() => Session.parse(wrong), { name: "SessionError", code: "bad-argument" });
  }
  const text = session.appendMessage({ role: "user", content: "half \ud83d" });
  assert.equal(session.getEntry(text).message.content, "half \ud83d");
  session.free();
});

test("a session that was freed says so, whatever is asked of it", () => {
  const session = Session.create({ cwd: "/" });
  session.free();
  const saysSo = (error) => {
    requireSessionError(error, "after free()");
    assert.equal(error.code, "bad-argument");
    assert.match(error.message, FREED);
    return true;
  };
  for (const name of callables()) {
    if (name in session) assert.throws(() => session[name]("a"), saysSo, name);
  }
  assert.throws(() => session.leafId, saysSo);
  assert.throws(() => session.free(), saysSo);
  const meddling = Session.create({ cwd: "/" });
  assert.throws(() => meddling.appendMessage({ toJSON() { meddling.free(); return {}; } }), (error) => requireSessionError(error, "freed from within") ?? true);
});

test("free() gives memory back", () => {
  const line = (number) => entry(number % 60, `id-${number}`, number === 0 ? null : `id-${number - 1}`, { type: "message", message: MESSAGES.assistant });
  const bytes = fileOf([HEADER, ...Array.from({ length: 1500 }, (_, number) => line(number))]);
  const round = () => {
    const session = Session.parse(bytes);
    session.getTree();
    session.treeRows({ filter: "all", query: "answer" });
    session.buildSessionContext();
    session.appendSessionInfo("name");
    session.toJsonl();
    session.createBranchedSession("id-5").free();
    session.fork({ cwd: "/" }).free();
    assert.throws(() => session.branch("nowhere"));
    assert.throws(() => Session.parse(bytes.subarray(50, 60)));
    session.free();
  };
  for (let count = 0; count < 3; count += 1) round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 50; count += 1) round();
  assert.equal(memory.buffer.byteLength, before, `${PACKAGE} grew`);
});

// Where we are deliberately better than Pi: one test with the right value for each such rule.

import assert from "node:assert/strict";

const HEADER = { type: "session", version: 3, id: "session-1", timestamp: "2025-06-01T08:00:00.000Z", cwd: "relative/folder" };
const AT = (second) => new Date(Date.UTC(2025, 5, 1, 8, 0, second)).toISOString();

function user(id, parentId, content = id, second = 0, more = {}) {
  return { type: "message", id, parentId, timestamp: AT(second), message: { role: "user", content, timestamp: 1 }, ...more };
}

function assistantCall(id, parentId, callId, command) {
  return { type: "message", id, parentId, timestamp: AT(0), message: { role: "assistant", content: [{ type: "toolCall", id: callId, name: "bash", arguments: { command } }], stopReason: "toolUse" } };
}

function toolResult(id, parentId, toolCallId) {
  return { type: "message", id, parentId, timestamp: AT(0), message: { role: "toolResult", toolCallId, toolName: "bash", content: "done" } };
}

/** Bytes of lines: strings and buffers as they stand, the rest as JSON; a line end after each but a buffer. */
function file(...lines) {
  return Buffer.concat(lines.map((line) => (Buffer.isBuffer(line) ? line : Buffer.from(`${typeof line === "string" ? line : JSON.stringify(line)}\n`))));
}

const TESTS = {
  "a byte-order mark is skipped and reported": ({ open, codes }) => {
    const session = open(Buffer.from([0xef, 0xbb, 0xbf]), HEADER, user("a", null));
    assert.equal(session.getSessionId(), "session-1");
    assert.equal(session.getEntryCount(), 1);
    assert.ok(codes(session).includes("byte-order-mark"));
  },

  "a malformed line is skipped and reported with its place": ({ open, diagnostic }) => {
    const session = open(HEADER, user("a", null), "{broken", user("b", "a"));
    assert.deepEqual(ids(session.getEntries()), ["a", "b"]);
    const found = diagnostic(session, "malformed-line");
    assert.equal(found.line, 3);
    assert.equal(found.byteOffset, file(HEADER, user("a", null)).length);
    assert.ok(found.message.length > 10);
  },

  "a bad last line is a torn write": ({ open, diagnostic }) => {
    const session = open(HEADER, user("a", null), Buffer.from('{"type":"message","id":"b","par'));
    assert.deepEqual(ids(session.getEntries()), ["a"]);
    assert.equal(diagnostic(session, "torn-tail").line, 3);
  },

  "a record behind a torn one is recovered": ({ open, codes }) => {
    const torn = '{"type":"message","id":"lost","parentId":"a","message":{"role":"user","content":"cut o';
    const session = open(HEADER, user("a", null), torn + JSON.stringify(user("b", "a")), user("c", "b"));
    assert.deepEqual(ids(session.getBranch()), ["a", "b", "c"]);
    assert.ok(codes(session).includes("recovered-record"));
  },

  "a record behind NUL bytes is recovered": ({ open, codes }) => {
    const session = open(HEADER, user("a", null), Buffer.alloc(300), user("b", "a"));
    assert.deepEqual(ids(session.getBranch()), ["a", "b"]);
    assert.ok(codes(session).includes("recovered-record"));
  },

  "lines that are no objects are reported and are no entries": ({ open, codes }) => {
    const session = open(HEADER, user("a", null), "5", '"text"', "[1]", "null", "true");
    assert.equal(session.getEntryCount(), 1);
    assert.equal(session.getLeafId(), "a");
    assert.equal(codes(session).filter((code) => code === "not-an-object").length, 5);
  },

  "a header further down is used": ({ open, codes }) => {
    const session = open(user("a", null), HEADER, user("b", "a"));
    assert.equal(session.getSessionId(), "session-1");
    assert.deepEqual(ids(session.getBranch()), ["a", "b"]);
    assert.ok(codes(session).includes("header-not-first"));
  },

  "a record before the header that is plainly not Pi's is no entry": ({ open }) => {
    const session = open({ type: "title", title: "x" }, HEADER, user("b", null));
    assert.deepEqual(ids(session.getEntries()), ["b"]);
  },

  "a second header is a boundary and no entry": ({ open, codes }) => {
    const session = open(HEADER, user("a", null), { ...HEADER, id: "session-2" }, user("b", "a"));
    assert.equal(session.getSessionId(), "session-1");
    assert.deepEqual(ids(session.getEntries()), ["a", "b"]);
    assert.ok(codes(session).includes("repeated-header"));
  },

  "Pi's entries open without a header": ({ open, codes }) => {
    const session = open(user("a", null), user("b", "a"));
    assert.deepEqual(ids(session.getBranch()), ["a", "b"]);
    assert.ok(codes(session).includes("missing-header"));
  },

  "a branch of a file without a header is written with one, so that Pi opens it": async ({ open }) => {
    const { PiSession } = await import("./pi.mjs");
    const written = open(user("a", null), user("b", "a")).branchToJsonl("b");
    const pi = PiSession.parse(written);
    assert.deepEqual(ids(pi.getBranch()), ["a", "b"]);
    pi.free();
  },

  "what is no session is refused with what was found": ({ refuses }) => {
    refuses(file("just some text", "and more"), "not-a-session");
    refuses(file({ type: "user", uuid: "1", message: { role: "user", content: "another tool" } }), "not-a-session");
    refuses(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe]), "not-a-session");
    refuses(file({ type: "session", id: 5 }), "not-a-session");
  },

  "a file without bytes is empty": ({ refuses }) => refuses(Buffer.alloc(0), "empty"),

  "entries without ids under a newer header are chained in file order": ({ open, codes }) => {
    const { id: _, parentId: __, ...first } = user("x", null, "first");
    const { id: ___, parentId: ____, ...second } = user("x", null, "second");
    const session = open(HEADER, first, second);
    const branch = session.getBranch();
    assert.deepEqual(branch.map((entry) => entry.message.content), ["first", "second"]);
    assert.equal(branch[1].parentId, branch[0].id);
    assert.equal(branch[0].parentId, null);
    assert.ok(codes(session).includes("missing-id"));
  },

  "ids made for old files are the same after each load": ({ open }) => {
    const lines = [{ type: "session", id: "old", timestamp: AT(0), cwd: "/" }, { type: "message", timestamp: AT(1), message: { role: "user", content: "x" } }, { type: "custom", timestamp: AT(2) }];
    assert.deepEqual(ids(open(...lines).getEntries()), ids(open(...lines).getEntries()));
  },

  "the last of duplicate ids is the node, the earlier one is reported": ({ open, diagnostic }) => {
    const session = open(HEADER, user("a", null, "first"), user("b", "a"), user("a", null, "second"));
    assert.equal(session.getEntryCount(), 2);
    assert.equal(session.getEntry("a").message.content, "second");
    assert.equal(session.getTree().length, 1);
    assert.equal(diagnostic(session, "duplicate-id").entryId, "a");
  },

  "a cycle ends a walk and is reported": ({ open, codes }) => {
    const session = open(HEADER, user("a", "b"), user("b", "a"), user("c", "b"));
    const branch = ids(session.getBranch());
    assert.equal(branch.at(-1), "c");
    assert.equal(new Set(branch).size, branch.length);
    const shown = session.treeRows({ filter: "all" }).map((row) => row.id);
    assert.deepEqual([...shown].sort(), ["a", "b", "c"]);
    assert.ok(codes(session).includes("parent-cycle"));
  },

  "an entry that is its own parent is a root": ({ open, codes }) => {
    const session = open(HEADER, user("a", "a"), user("b", "a"));
    assert.deepEqual(ids(session.getBranch()), ["a", "b"]);
    assert.deepEqual(ids(session.getTree().map((node) => node.entry)), ["a"]);
    assert.ok(codes(session).includes("parent-cycle"));
  },

  "siblings with unreadable times keep file order": ({ open, codes }) => {
    const session = open(HEADER, user("a", null), user("b", "a", "b", 5, { timestamp: "no time" }), user("c", "a", "c", 4, { timestamp: "none either" }));
    assert.deepEqual(ids(session.getTree()[0].children.map((node) => node.entry)), ["b", "c"]);
    assert.ok(codes(session).includes("bad-timestamp"));
  },

  "readable times sort siblings among unreadable ones": ({ open }) => {
    const session = open(HEADER, user("a", null), user("late", "a", "x", 9), user("odd", "a", "x", 0, { timestamp: "no time" }), user("early", "a", "x", 1));
    const order = ids(session.getTree()[0].children.map((node) => node.entry));
    assert.ok(order.indexOf("early") < order.indexOf("late"), String(order));
  },

  "a tool result's row is its call on its own branch": ({ open }) => {
    const session = open(HEADER, user("a", null), assistantCall("b1", "a", "same", "left"), toolResult("r1", "b1", "same"), assistantCall("b2", "a", "same", "right"), toolResult("r2", "b2", "same"));
    const texts = Object.fromEntries(session.treeRows({ filter: "all" }).map((row) => [row.id, row.text]));
    assert.equal(texts.r1, "[bash: left]");
    assert.equal(texts.r2, "[bash: right]");
  },

  "a tool result without a call on its branch falls back to the last in the tree": ({ open }) => {
    const session = open(HEADER, user("a", null), assistantCall("b1", "a", "far", "elsewhere"), toolResult("r1", "a", "far"));
    assert.equal(session.treeRows({ filter: "all" }).find((row) => row.id === "r1").text, "[bash: elsewhere]");
  },

  "an unknown type is named in its row": ({ open, codes }) => {
    const session = open(HEADER, user("a", null), { type: "title_change", id: "t", parentId: "a", timestamp: AT(1), title: "x" });
    assert.equal(session.treeRows().at(-1).text, "title_change");
    assert.ok(codes(session).includes("unknown-type"));
  },

  "a missing type, role or figure is never undefined, blank or NaN in a row": ({ open }) => {
    const session = open(
      HEADER, { id: "a", parentId: null, timestamp: AT(0) }, { type: "", id: "b", parentId: "a", timestamp: AT(1) },
      { type: "message", id: "c", parentId: "b", timestamp: AT(2), message: { content: "x" } }, { type: "compaction", id: "d", parentId: "c", timestamp: AT(3), summary: "s" },
    );
    assert.deepEqual(session.treeRows().map((row) => row.text), ["[no type]", "[no type]", "[message]", "[compaction: – tokens]"]);
  },

  "half a surrogate pair at a cut reads U+FFFD": ({ open }) => {
    const session = open(HEADER, user("a", null, `${"x".repeat(199)}😀`));
    assert.equal(session.treeRows()[0].text, `user: ${"x".repeat(199)}\ufffd`);
  },

  "half a surrogate pair comes back as it was from entries": ({ open }) => {
    const session = open(HEADER, user("a", null, "cut \ud83d"));
    assert.equal(session.getEntries()[0].message.content, "cut \ud83d");
    assert.equal(session.buildSessionContext().messages[0].content, "cut \ud83d");
  },

  "the folder is given as stored": ({ open }) => assert.equal(open(HEADER).getCwd(), "relative/folder"),

  "a newer version and one that is no number are read as version 3": ({ open, codes }) => {
    for (const [version, code] of [[4, "newer-version"], [1e9, "newer-version"], ["3", "bad-shape"], [{}, "bad-shape"]]) {
      const session = open({ ...HEADER, version }, user("a", null), user("b", "a"));
      assert.deepEqual(ids(session.getBranch()), ["a", "b"]);
      assert.ok(codes(session).includes(code), `version ${JSON.stringify(version)}: ${codes(session)}`);
    }
  },

  "an old file says that it was migrated": ({ open, codes }) => {
    const session = open({ ...HEADER, version: 2 }, { ...user("a", null), message: { role: "hookMessage", content: "x" } });
    assert.equal(session.getEntries()[0].message.role, "custom");
    assert.ok(codes(session).includes("migrated"));
  },

  "an unedited session is written back byte for byte": ({ package: { Session } }) => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), file({ ...HEADER, version: 1 }), Buffer.from('{"type" : "custom",\t"x":1e999}\r\n\n{broken\n"\xff'), Buffer.from([0xff, 0xc0]), Buffer.from('{"type":"custom"}')]);
    assert.deepEqual(Buffer.from(Session.parse(bytes).toJsonl()), bytes);
  },

  "problems of the tree are reported": ({ open, codes }) => {
    const session = open(
      HEADER, user("a", "gone"), { type: "label", id: "l", parentId: "a", timestamp: AT(1), targetId: "gone", label: "x" },
      { type: "compaction", id: "c", parentId: "l", timestamp: AT(2), summary: "s", firstKeptEntryId: "gone", tokensBefore: 1 },
      toolResult("r", "c", "nobody"), assistantCall("t", "r", "unanswered", "x"), user("u", "t"),
      { type: "message", id: "o", parentId: "u", timestamp: AT(3), message: { role: "prophet", content: 5 } }, user("z", "o"),
    );
    const found = codes(session);
    for (const code of ["missing-parent", "missing-target", "missing-first-kept", "orphan-tool-result", "unanswered-tool-call", "unknown-role"]) {
      assert.ok(found.includes(code), `${code} is not among ${found}`);
    }
  },

  "a sound session has nothing to report": ({ open, codes }) => assert.deepEqual(codes(open(HEADER, user("a", null), user("b", "a"))), []),

  "unknown ids and wrong arguments are errors with a code, and change nothing": ({ open, package: { Session } }) => {
    const session = open(HEADER, user("a", null));
    const code = (call) => {
      try {
        call();
      } catch (error) {
        assert.ok(error instanceof Error);
        return error.code;
      }
      return "no error";
    };
    assert.equal(code(() => session.branch("nowhere")), "unknown-entry");
    for (const wrong of [undefined, null, 5, {}, [], Symbol("x"), () => {}, 5n]) {
      assert.equal(code(() => session.branch(wrong)), "bad-argument");
      assert.equal(code(() => Session.parse(wrong)), "bad-argument");
      assert.equal(code(() => session.getEntry(wrong)), "bad-argument");
      assert.equal(code(() => session.getLabel(wrong)), "bad-argument");
      if (wrong != null) assert.equal(code(() => session.getBranch(wrong)), "bad-argument");
      if (wrong !== null) assert.equal(code(() => session.getChildren(wrong)), "bad-argument");
      if (typeof wrong === "number" || typeof wrong === "symbol" || typeof wrong === "bigint") assert.equal(code(() => session.treeRows(wrong)), "bad-argument");
    }
    for (const options of [{ filter: "none" }, { filter: 5 }, { query: 5 }, { folded: "a" }, { folded: [5] }, { start: -1 }, { count: NaN }, { start: "0" }]) {
      assert.equal(code(() => session.treeRows(options)), "bad-argument", JSON.stringify(options));
    }
    assert.equal(session.getLeafId(), "a");
    assert.equal(session.treeRows({ start: 5 }).length, 0);
    assert.equal(session.treeRows({ folded: ["nowhere"] }).length, 1);
  },

  "an error leaves the session as it was": ({ open }) => {
    const session = open(HEADER, user("a", null), user("b", "a"));
    const before = Buffer.from(session.toJsonl());
    const codeOf = (call) => {
      try {
        call();
      } catch (error) {
        return error.code;
      }
      return "no error";
    };
    assert.equal(codeOf(() => session.appendLabelChange("nowhere", "x")), "unknown-entry");
    assert.equal(codeOf(() => session.branchWithSummary("nowhere", "x")), "unknown-entry");
    assert.equal(codeOf(() => session.appendMessage("text")), "bad-argument");
    assert.equal(codeOf(() => session.appendContextEdit("a", undefined)), "bad-argument");
    assert.equal(codeOf(() => session.createBranchedSession("nowhere")), "unknown-entry");
    assert.equal(codeOf(() => session.fork({ cwd: "/", id: "no/slash" })), "bad-id");
    session.branch("a");
    assert.equal(codeOf(() => session.appendContextEdit("b", null)), "not-on-branch");
    session.branch("b");
    assert.deepEqual(Buffer.from(session.toJsonl()), before);
    assert.equal(codeOf(() => session.appendContextEdit(session.appendModelChange("p", "m"), null)), "not-editable");
  },

  "operations that make a session leave the old one as it was": ({ open }) => {
    const session = open(HEADER, user("a", null), user("b", "a"));
    const before = Buffer.from(session.toJsonl());
    const other = session.createBranchedSession("a", { id: "other-1", parentSession: "/old.jsonl" });
    assert.deepEqual(ids(other.getEntries()), ["a"]);
    assert.deepEqual([other.getSessionId(), other.getHeader().parentSession, other.getCwd()], ["other-1", "/old.jsonl", "relative/folder"]);
    other.appendSessionInfo("theirs");
    assert.deepEqual(Buffer.from(session.toJsonl()), before);
    assert.equal(session.getSessionId(), "session-1");
  },

  "appended lines come behind what was read, which keeps its bytes": ({ package: { Session } }) => {
    const bytes = Buffer.concat([file(HEADER, '{ "id":"a", "parentId":null,"type":"custom", "n":1e999 }', "{broken"), Buffer.from(JSON.stringify(user("b", "a")))]);
    const session = Session.parse(bytes);
    const id = session.appendMessage({ role: "user", content: "half \ud83d" });
    const out = Buffer.from(session.toJsonl());
    assert.deepEqual(out.subarray(0, bytes.length), bytes);
    assert.equal(out[bytes.length], 0x0a);
    const again = Session.parse(out);
    assert.equal(again.getLeafId(), id);
    assert.equal(again.getLeafEntry().message.content, "half \ud83d");
  },

  "a new session is empty and takes entries": ({ package: { Session } }) => {
    const session = Session.create({ cwd: "/work" });
    assert.equal(session.getCwd(), "/work");
    assert.match(session.getSessionId(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(session.getEntryCount(), 0);
    assert.equal(session.leafId, null);
    const id = session.appendMessage({ role: "user", content: "x", timestamp: 1 });
    assert.match(id, /^[0-9a-f]{8}$/);
    assert.equal(session.leafId, id);
    assert.deepEqual(Session.parse(session.toJsonl()).getEntries(), session.getEntries());
  },

  "figures that are missing or make no sense count nothing": ({ open, package: pi }) => {
    const reply = (id, parentId, usage) => ({ type: "message", id, parentId, timestamp: AT(1), message: { role: "assistant", content: [], provider: "p", model: "m", stopReason: "stop", usage } });
    const sound = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost: { input: 0.25, output: 0.5 } };
    const session = open(HEADER, user("a", null), reply("b", "a", undefined), reply("c", "b", { input: "12", output: null, cost: 3 }), reply("d", "c", sound));
    const stats = session.stats();
    assert.deepEqual(stats.tokens, { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, total: 15 });
    assert.equal(stats.cost, 0.75);
    assert.equal(stats.assistantMessages, 3);
    assert.deepEqual(session.costBreakdown(), [{ key: "p/m", cost: 0.75, tokens: 15 }]);
    assert.equal(pi.estimateTokens({ role: "user", content: [{ type: "text" }, null, { type: "text", text: "12345" }] }), 2);
    assert.equal(pi.estimateTokens({ role: "assistant", content: 5 }), 0);
    assert.equal(pi.estimateTokens({}), 0);
  },

  "half a surrogate pair reads U+FFFD in a text for a model and in paths": ({ open, package: pi }) => {
    assert.equal(pi.serializeConversation([{ role: "user", content: "cut \ud83d" }]), "[User]: cut \ufffd");
    const call = { type: "message", id: "b", parentId: "a", timestamp: AT(1), message: { role: "assistant", content: [{ type: "toolCall", id: "c", name: "read", arguments: { path: "x\ud83d" } }] } };
    const session = open(HEADER, user("a", null), call);
    assert.deepEqual(session.prepareBranchSummary("b", "a").readFiles, ["x\ufffd"]);
  },

  "functions over messages refuse what is no list and take messages of any shape": ({ package: pi }) => {
    for (const wrong of [undefined, null, 5, "text", {}, Symbol("x")]) {
      for (const name of ["convertToLlm", "serializeConversation"]) assert.throws(() => pi[name](wrong), { name: "SessionError", code: "bad-argument" });
    }
    assert.throws(() => pi.estimateTokens(undefined), { code: "bad-argument" });
    assert.deepEqual(pi.convertToLlm([null, 5, "x", [], {}, { role: "narrator" }]), []);
    assert.equal(pi.serializeConversation([null, 5, { role: "user" }, { role: "assistant", content: {} }]), "");
  },

  "a chain of a million entries gives its tree, branch and rows": ({ package: { Session } }) => {
    const count = 1_000_000;
    const parts = [Buffer.from(`${JSON.stringify(HEADER)}\n`)];
    for (let from = 0; from < count; from += 50_000) {
      let text = "";
      for (let index = from; index < from + 50_000; index += 1) {
        const parent = index === 0 ? "null" : `"${(index - 1).toString(16)}"`;
        text += `{"type":"message","id":"${index.toString(16)}","parentId":${parent},"timestamp":"2025-06-01T08:00:00.000Z","message":{"role":"user","content":"m"}}\n`;
      }
      parts.push(Buffer.from(text));
    }
    const session = Session.parse(Buffer.concat(parts));
    let [node] = session.getTree();
    let depth = 1;
    while (node.children.length > 0) {
      [node] = node.children;
      depth += 1;
    }
    assert.equal(depth, count);
    assert.equal(session.getBranch().length, count);
    assert.equal(session.treeRowCount(), count);
    assert.equal(session.treeRows({ start: count - 1, count: 5 }).length, 1);
    session.free();
  },
};

function ids(entries) {
  return entries.map((entry) => entry.id);
}

/** Runs all of them on the built package; prints what failed. */
export async function testOurRules(pi) {
  const codes = (session) => session.diagnostics().map((found) => found.code);
  const tools = {
    package: pi,
    open: (...lines) => pi.Session.parse(file(...lines)),
    codes,
    diagnostic: (session, code) => {
      const found = session.diagnostics().find((one) => one.code === code);
      assert.ok(found, `${code} is not among ${codes(session)}`);
      return found;
    },
    refuses: (bytes, code) => assert.throws(() => pi.Session.parse(bytes), (error) => error instanceof Error && error.code === code && error.message.length > 10),
  };
  const result = { passed: 0, failed: 0 };
  for (const [name, test] of Object.entries(TESTS)) {
    try {
      await test(tools);
      result.passed += 1;
    } catch (error) {
      result.failed += 1;
      console.log(`\nFAILED our rule: ${name}\n  ${error.stack.split("\n").slice(0, 12).join("\n  ")}`);
    }
  }
  return result;
}

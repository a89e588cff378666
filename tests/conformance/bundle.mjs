// What Pi packs and exports, opened by us: bug reports, exported pages, lists of crashes. Same report, same entries, same leaf.
//
//   node tests/conformance/bundle.mjs
//   node tests/conformance/bundle.mjs --keep FOLDER   leaves small ones there, to start fuzzing from
//
// PKG and PI_ORACLE as for run.mjs.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { deflateRawSync, gzipSync } from "node:zlib";

import { ensureNode22, ORACLE } from "./node22.mjs";

ensureNode22();
const dist = (path) => import(pathToFileURL(join(ORACLE, "node_modules/@earendil-works/pi-coding-agent/dist", path)).href);
const { SessionManager } = await dist("core/session-manager.js");
const { bugReportArchiveFileName, collectBugReportDiagnostics, collectBugReportMetadata, writeBugReportArchive } = await dist("core/bug-report.js");
const { recordCrash, readCrashLog } = await dist("core/crash-log.js");
const { exportFromFile, exportSessionToHtml } = await dist("core/export-html/index.js");
const { serializeSessionBranch } = await dist("core/session-export.js");
const { initTheme } = await dist("modes/interactive/theme/theme.js");
const { generateFile } = await import("./generate/file.mjs");
const { initialised } = await import("./package.mjs");

initTheme("dark");
const { module: pi, memory } = await initialised();
const folder = mkdtempSync(join(tmpdir(), "pi-bundles-"));
const json = (value) => JSON.parse(JSON.stringify(value));

const MODEL = { provider: "anthropic", id: "m-1", name: "M", api: "messages", baseUrl: "https://user:secret@example.org/?api_key=abc", reasoning: true, input: ["text"], contextWindow: 200_000, maxTokens: 8000, headers: { "x-key": "1" } };
const RUNTIME = {
  getProvider: (id) => ({ id, name: "A", baseUrl: "https://example.org", headers: { "x-key": "1" }, auth: { apiKey: {}, oauth: {} } }), getProviderAuthStatus: () => "configured", isUsingOAuth: () => false, getRegisteredProviderIds: () => [],
};

/** Pi's own metadata of a report on this session. */
function metadata(manager, { includeSession, includeSummary }) {
  return collectBugReportMetadata({
    id: "report-1", hint: " It hangs ", modelRuntime: RUNTIME, model: MODEL, sessionId: manager.getSessionId(), includeSession, includeSummary, messageCount: manager.getEntries().length, cwd: manager.getCwd(), thinkingLevel: "high",
    extensions: [{ path: "/x/index.ts", sourceInfo: { source: "npm:x", scope: "user", origin: "package" } }], extensionErrors: [{ path: "/x/index.ts", error: "broken\u2028 \ud83d" }], globalSettings: { theme: "dark", trackingId: "t", apiKey: "secret" }, projectSettings: { a: { b: ["☂", null] } },
  });
}

async function bugReport(manager, parts) {
  const file = join(folder, bugReportArchiveFileName("report-1"));
  const crashes = [{ timestamp: "2026-01-01T00:00:00.000Z", version: "1.6.0", kind: "uncaughtException", message: "boom", stack: null, sessionFile: null, cwd: "/", notified: true }];
  const bundle = { metadata: metadata(manager, { includeSession: parts.session, includeSummary: parts.summary }), diagnostics: collectBugReportDiagnostics(manager, crashes), ...(parts.session ? { sessionJsonl: serializeSessionBranch(manager, share) } : {}), ...(parts.summary ? { summary: "# What went wrong\n☂" } : {}) };
  await writeBugReportArchive(bundle, file);
  return { bundle, bytes: readFileSync(file) };
}

/** What Pi appends to a branch that it hands on. */
function share(parentId, timestamp) {
  return [{ type: "custom", customType: "pi.share", id: "5ha4e000", parentId, timestamp, data: { systemPrompt: "prompt", tools: [] } }];
}

const { values: options } = parseArgs({ options: { keep: { type: "string" } } });
if (options.keep) mkdirSync(options.keep, { recursive: true });
let kept = 0;

function opened(bytes) {
  if (options.keep && bytes.length < 20_000) writeFileSync(join(options.keep, `${(kept += 1)}`), bytes);
  const bundle = pi.openBundle(bytes);
  return { ...bundle, free: () => bundle.sessions.forEach(({ session }) => session.free()) };
}

/** A session that Pi takes, for each seed. */
function* sessions(seeds) {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const file = join(folder, `${seed}.jsonl`);
    writeFileSync(file, generateFile(seed));
    try {
      yield { seed, file, manager: SessionManager.open(file) };
    } catch {
      // Pi takes no such file.
    }
  }
}

const TESTS = {
  "a bug report with its transcript": async ({ manager }) => {
    const { bundle, bytes } = await bugReport(manager, { session: true, summary: false });
    const ours = opened(bytes);
    assert.deepEqual(ours.report, json(bundle.metadata));
    assert.deepEqual(ours.diagnostics, json(bundle.diagnostics));
    assert.deepEqual(ours.crashes, json(bundle.diagnostics.crashes));
    assert.equal(ours.summary, undefined);
    const transcript = bundle.sessionJsonl.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(ours.session.getHeader(), transcript[0]);
    assert.deepEqual(ours.session.getEntries(), transcript.slice(1));
    assert.equal(ours.session.getLeafId(), "5ha4e000");
    assert.deepEqual(ours.leftOut, []);
    ours.free();
  },
  "a bug report with a summary instead": async ({ manager }) => {
    const { bundle, bytes } = await bugReport(manager, { session: false, summary: true });
    const ours = opened(bytes);
    assert.deepEqual(ours.report, json(bundle.metadata));
    assert.equal(ours.summary, "# What went wrong\n☂\n");
    assert.equal(ours.session, undefined);
    assert.deepEqual(ours.sessions, []);
  },
  "a page of the whole file": async ({ file, manager }) => {
    const page = await exportFromFile(file, join(folder, "page.html"));
    const ours = opened(readFileSync(page));
    assert.deepEqual(ours.session.getHeader(), json(manager.getHeader()));
    assert.deepEqual(ours.session.getEntries(), json(manager.getEntries()));
    assert.equal(ours.session.getLeafId(), manager.getLeafId());
    ours.free();
  },
  "a page that opens at a leaf of its own": async ({ manager }) => {
    const entries = manager.getEntries();
    manager.branch(entries[Math.floor(entries.length / 2)].id);
    const page = await exportSessionToHtml(manager, { systemPrompt: "prompt", tools: [] }, join(folder, "leaf.html"));
    const ours = opened(readFileSync(page));
    assert.deepEqual(ours.session.getEntries(), json(manager.getEntries()));
    assert.equal(ours.session.getLeafId(), manager.getLeafId());
    ours.free();
  },
  "the file in gzip": async ({ file }) => {
    const ours = opened(gzipSync(readFileSync(file)));
    assert.deepEqual(Buffer.from(ours.session.toJsonl()), readFileSync(file));
    ours.free();
  },
};

let passed = 0;
for (const [name, check] of Object.entries(TESTS)) {
  let sound = 0;
  for (const session of sessions(40)) {
    // Ids that are missing, twice or no strings are ours to mend; Pi's own writers take them as they are.
    const ids = session.manager.getEntries().map((entry) => entry.id);
    if (ids.length === 0 || new Set(ids).size < ids.length || ids.some((id) => typeof id !== "string")) continue;
    try {
      await check(session);
    } catch (error) {
      throw new Error(`${name}, seed ${session.seed}: ${error.message}`, { cause: error });
    }
    sound += 1;
  }
  assert.ok(sound >= 10, `${name}: only ${sound} files were tried`);
  passed += sound;
}

// Crashes as Pi records them, alone.
const crashes = join(folder, "crashes.json");
recordCrash({ error: new Error("boom"), kind: "uncaughtException", cwd: "/", sessionFile: "/s.jsonl" }, crashes);
recordCrash({ error: "text", kind: "unhandledRejection", cwd: "/" }, crashes);
assert.deepEqual(pi.openBundle(readFileSync(crashes)).crashes, readCrashLog(crashes));
passed += 1;

// A small file that asks for gigabytes takes no memory.
const zeros = Buffer.alloc(64 << 20);
const before = memory.buffer.byteLength;
const bombs = { gzip: gzipSync(zeros), zip: bomb(zeros), "lying zip": bomb(zeros, 1000) };
for (const [name, bytes] of Object.entries(bombs)) {
  assert.throws(() => pi.openBundle(bytes), { name: "SessionError", code: "bad-archive" }, name);
}
const grown = memory.buffer.byteLength - before;
assert.ok(grown <= 48 << 20, `bombs of 64 MB took ${grown} bytes`);

// What was freed is there for the next: the memory stays where it is.
const { bytes } = await bugReport(SessionManager.open([...sessions(3)][0].file), { session: true, summary: true });
const settled = memory.buffer.byteLength;
for (let time = 0; time < 500; time += 1) opened(bytes).free();
assert.ok(memory.buffer.byteLength - settled <= 2 << 20, "opening and freeing 500 times takes memory");

rmSync(folder, { recursive: true });
console.log(`${passed} bundles of Pi's opened alike; bombs took ${(grown / (1 << 20)).toFixed(1)} MB`);

/** A zip of one file of these bytes, which may lie about their number. */
function bomb(bytes, claimed = bytes.length) {
  const packed = deflateRawSync(bytes);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claimed, 18);
  common.writeUInt16LE(1, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from("a"), packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, Buffer.alloc(14), Buffer.from("a")]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

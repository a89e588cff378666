// The repaired copy: files of the generator are damaged, mended by the package and opened with the real Pi, which must read in them
// what we read, and the context that we read in the damaged file. Also what we say of how Pi reads the damaged file itself.
//
//   node tests/conformance/repair.mjs              200 files
//   node tests/conformance/repair.mjs --seed 17    one; the damaged and the repaired file are written to tests/conformance/results/
//   node tests/conformance/repair.mjs --seeds 2000 more

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { ensureNode22 } from "./node22.mjs";

ensureNode22();
const { Checker } = await import("./check.mjs");
const { firstDifference, show, throughJson } = await import("./compare.mjs");
const { generateFile } = await import("./generate/file.mjs");
const { loadPackage } = await import("./package.mjs");
const { PiSession } = await import("./pi.mjs");
const { Random } = await import("./random.mjs");

const { values: options } = parseArgs({ options: { seed: { type: "string" }, seeds: { type: "string", default: "200" } } });
const LONGEST = 300_000;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** By name: what is done to the lines of a file. Lines are buffers without their ends; the first is the header. */
const DAMAGE = {
  "byte-order-mark": (lines) => { lines[0] = Buffer.concat([MARK, lines[0]]); },
  "missing-header": (lines) => { lines.shift(); },
  "header-not-first": (lines, random) => { lines.splice(random.integer(1, lines.length - 1), 0, lines.shift()); },
  "repeated-header": (lines, random) => { lines.splice(random.integer(1, lines.length), 0, lines[0]); },
  "malformed-line": (lines, random) => { lines.splice(random.integer(1, lines.length), 0, Buffer.from("{\"type\":oops}")); },
  "torn-tail": (lines, random) => { const last = lines.pop(); lines.push(last.subarray(0, random.integer(1, last.length - 1))); },
  "not-an-object": (lines, random) => { lines.splice(random.integer(1, lines.length), 0, Buffer.from(random.pick(["5", "null", "[1]", '"text"', "false"]))); },
  "recovered-record": (lines, random) => glue(lines, random),
  "invalid-utf8": (lines, random) => inEntry(lines, random, (entry) => Buffer.from(JSON.stringify({ ...entry, odd: "@@" }).replace("@@", "\u0001"), "latin1").map((byte) => (byte === 1 ? 0xff : byte))),
  "missing-id": (lines, random) => inEntry(lines, random, ({ id, parentId, ...entry }) => entry),
  "duplicate-id": (lines, random) => { const at = random.integer(1, lines.length - 1); lines.splice(random.integer(at, lines.length), 0, lines[at]); },
  "missing-parent": (lines, random) => inEntry(lines, random, (entry) => ({ ...entry, parentId: "nowhere!" })),
  "parent-cycle": (lines, random) => inEntry(lines, random, (entry) => ({ ...entry, parentId: entry.id })),
};

/** A line behind the beginning of another, or behind NUL bytes. */
function glue(lines, random) {
  const at = random.integer(1, lines.length - 1);
  const before = random.chance(0.5) ? Buffer.alloc(random.integer(1, 300)) : Buffer.from('{"type":"message","id":"lost","message":{"role":"user","content":"cut o');
  lines[at] = Buffer.concat([before, lines[at]]);
}

function inEntry(lines, random, change) {
  const at = random.integer(1, lines.length - 1);
  let entry;
  try {
    entry = JSON.parse(lines[at]);
  } catch {
    return;
  }
  if (entry === null || typeof entry !== "object" || Array.isArray(entry)) return;
  const changed = change(entry);
  lines[at] = Buffer.isBuffer(changed) || changed instanceof Uint8Array ? Buffer.from(changed) : Buffer.from(JSON.stringify(changed));
}

function damaged(bytes, random, counts) {
  const lines = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start) === -1 ? bytes.length : bytes.indexOf(10, start);
    if (end > start) lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  for (let count = random.integer(1, 4); count > 0 && lines.length > 2; count -= 1) {
    const name = random.pick(Object.keys(DAMAGE));
    DAMAGE[name](lines, random);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [Buffer.from("\n"), line])));
}

const ours = await loadPackage();
const checker = new Checker(ours, false);
const seeds = options.seed === undefined ? Array.from({ length: Number(options.seeds) }, (_, index) => index + 1) : [Number(options.seed)];
const counts = {};
let opened = 0;
let changed = 0;
let failed = 0;

function contextOf(session) {
  const ids = session.getEntries().map((entry) => entry.id);
  return throughJson([session.getLeafId(), ids.length, session.getSessionName(), session.buildSessionContext()]);
}

for (const seed of seeds) {
  const whole = generateFile(seed);
  if (whole.length > LONGEST) continue;
  const bytes = damaged(whole, new Random(seed ^ 0x4ead), counts);
  let session;
  try {
    session = ours.Session.parse(bytes);
  } catch (error) {
    // Damage may leave nothing that is a session.
    if (error.code === "not-a-session" || error.code === "empty") continue;
    throw error;
  }
  const repaired = session.repairedJsonl();
  const mended = Buffer.from(repaired.bytes);
  if (options.seed !== undefined) {
    const folder = join(import.meta.dirname, "results");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `damaged-${seed}.jsonl`), bytes);
    writeFileSync(join(folder, `repaired-${seed}.jsonl`), mended);
    for (const change of repaired.changes) console.log(change);
  }
  const problems = [];
  try {
    problems.push(...checker.file(mended, seed));
    const pi = PiSession.parse(mended);
    // Entries that shared an id are several now, so only files without them hold as many as before.
    const theSame = !repaired.changes.some((change) => change.code === "duplicate-id");
    const difference = theSame ? firstDifference(contextOf(pi), contextOf(session)) : null;
    if (difference) problems.push({ call: "the context of the damaged file", ...difference });
    pi.free();
  } catch (error) {
    problems.push({ call: "opening with Pi", path: "$", pi: error.stack, ours: "a file that opens" });
  }
  session.free();
  opened += 1;
  changed += repaired.changes.length;
  if (problems.length > 0) {
    failed += 1;
    for (const { call, path, pi, ours: other } of problems.slice(0, 3)) console.error(`seed ${seed}: ${call} at ${path}\n  Pi:   ${show(pi)}\n  ours: ${show(other)}`);
  }
}

console.log(`${opened} damaged files repaired, ${changed} changes, ${failed} that Pi does not read as we do`);
console.log(Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(", "));
const missing = options.seed === undefined ? Object.keys(DAMAGE).filter((name) => counts[name] === undefined) : [];
if (missing.length > 0) console.error(`never tried: ${missing.join(", ")}`);
process.exit(failed > 0 || missing.length > 0 || opened === 0 ? 1 : 0);

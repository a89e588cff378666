// Catalogs of sessions: what Pi's list says of each file and what ours does, and random searches through both.

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { firstDifference, throughJson } from "./compare.mjs";
import { generateFile } from "./generate/file.mjs";
import { filterAndSortSessions, listSessions } from "./pi.mjs";
import { Random } from "./random.mjs";

const FILES = 6;
const SMALL_FILES = 14;
const SEARCHES = 60;

const WORDS = [
  "salt", "Salt", "salad", "fix", "fixture", "prefix", "gpt5", "5gpt", "gpt-5", "open_router", "node", "node cve", "CVE-2025", "a", "aa", "aaaa", "b-c", "src/main.rs", "e.g.", "x:y", "tiếng", "Việt", "ĐÀ", "straße", "ΣΊΣΥΦΟΣ",
  "İzmir", "😀", "😀😀", "\u3000", "tab\tstop", "line\nbreak", "$42", "[x]", "(y)", "K\u212a", "ſ", "\"quoted\"",
];
const FOLDERS = ["/home/me/src/salt", "/home/me/src/salad", "/w", "", "C:\\Users\\me\\node", "/srv/tiếng việt", "/a/b-c/gpt5"];

/** Small sessions with texts that share words, so that queries find some of them and not others. */
function smallSession(random, number) {
  const time = () => new Date(Date.UTC(2025, random.integer(0, 3), random.integer(1, 5), random.integer(0, 3))).toISOString();
  const words = (most) => Array.from({ length: random.integer(1, most) }, () => random.pick(WORDS)).join(random.pick([" ", "  ", "", "\n", "/"]));
  const header = { type: "session", version: 3, id: `${random.hex(8)}-${number}`, timestamp: random.chance(0.1) ? "soon" : time(), cwd: random.pick(FOLDERS) };
  if (random.chance(0.3)) header.parentSession = `/sessions/${random.hex(4)}.jsonl`;
  const lines = [header];
  let parentId = null;
  const add = (entry) => {
    const id = random.hex(8);
    lines.push({ id, parentId, timestamp: time(), ...entry });
    parentId = id;
  };
  for (let count = random.integer(0, 6); count > 0; count -= 1) {
    const text = words(6);
    const content = random.chance(0.5) ? text : [{ type: "text", text }, { type: "thinking", thinking: "unseen" }, { type: "text", text: words(2) }];
    const message = { role: random.weighted({ user: 5, assistant: 5, toolResult: 1, custom: 1 }), content };
    if (random.chance(0.7)) message.timestamp = random.chance(0.1) ? random.pick([0, -5, 0.5, 1e15, 1e16]) : Date.UTC(2025, random.integer(0, 3), random.integer(1, 5));
    add({ type: "message", message });
  }
  if (random.chance(0.5)) add({ type: "session_info", name: random.chance(0.1) ? "  " : words(4) });
  return Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
}

/** A piece of a text that some session has, as somebody would remember it. */
function piece(random, rows) {
  const row = random.pick(rows);
  const text = random.pick([row.name ?? row.id, row.allMessagesText, row.cwd, row.id]) || "salt";
  const start = random.integer(0, Math.max(0, text.length - 1));
  return text.slice(start, start + random.integer(1, 10)).toWellFormed();
}

const PATTERNS = {
  literal: (random, rows) => piece(random, rows).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
  // Few letters: a pattern of many wild parts takes more steps than ours may (a row of its own, ours).
  scattered: (random, rows) => [...piece(random, rows)].slice(0, 5).map((letter) => (/\w/.test(letter) ? letter : ".")).join(random.pick([".*", ".?", ".{0,3}?", "\\s*"])),
  ends: (random) => random.pick(["^", "\\b", "(?<=[/ ])", "(?<!s)"]) + random.pick(WORDS.filter((word) => /^\w+$/.test(word))) + random.pick(["$", "\\b", "(?=\\W)", "(?!t)"]),
  choice: (random) => `(?:${random.pick(["salt", "[^a-s]x", "\\d{2,}"])}|${random.pick(["CVE-(\\d+)", "(a)\\1{2}", "(?<z>.)\\k<z>\\k<z>"])})`,
  classes: (random) => random.pick(["[à-ỹ]", "[^\\x00-\\x7f]", "\\w{9,}", "[\\s\\S]{400}", "^\\S+$", "[Σ]", "\\ud83d\\ude00", "[😀]{2}", "k", "s$", "\\u212a", "^.$"]),
  broken: (random) => random.pick(["(", "a)", "[z-a]", "*", "a{2,1}", "\\", "(?<n>a)(?<n>b)", "(?x:a)", "[", "(?<=a)+"]),
  odd: (random) => random.pick(["a{,2}", "]", "}", "{", "\\c", "[\\c]", "\\08", "\\8", "[\\d-x]", "\\u{41}", "\\x4", "[]", "[^]", "x{0}", "(?=)*", "()", "|", "a||b", "\\k<a>", "(?:a*)*$", "$^"]),
};

/** A query, and what kind of one it is. */
function makeQuery(random, rows) {
  const kind = random.weighted({ words: 5, phrase: 3, pattern: 5, scattered: 2, swapped: 1, unclosed: 1, nothing: 1 });
  const cased = (text) => (random.chance(0.3) ? text.toUpperCase() : text);
  switch (kind) {
    case "words": return [kind, cased(Array.from({ length: random.integer(1, 3) }, () => (random.chance(0.5) ? piece(random, rows) : random.pick(WORDS))).join(" "))];
    case "phrase": return [kind, `${random.chance(0.3) ? "a" : ""}"${cased(piece(random, rows)).replaceAll('"', "")}"${random.chance(0.3) ? piece(random, rows).replaceAll('"', "") : ""}`];
    case "scattered": return [kind, [...piece(random, rows)].filter(() => random.chance(0.6)).join("")];
    case "swapped": return [kind, random.pick(["5gpt", "gpt5", "2025cve", "c1"])];
    case "unclosed": return [kind, `"${piece(random, rows).replaceAll('"', "")}`];
    case "nothing": return [kind, random.pick(["", "  ", '""', '" "', "re:", "re: "])];
    default: {
      const [name, pattern] = random.pick(Object.entries(PATTERNS));
      return [`pattern, ${name}`, `re:${random.chance(0.2) ? " " : ""}${pattern(random, rows)}`];
    }
  }
}

/** Every difference between Pi and ours on the catalog of a seed; counts into `coverage` what it held. */
export async function catalogDifferences(ours, coverage, seed) {
  const random = new Random(seed ^ 0xca7a);
  const folder = mkdtempSync(join(tmpdir(), "pi-catalog-"));
  const found = [];
  const compare = (call, pi, value) => {
    coverage.comparisons += 1;
    const difference = firstDifference(throughJson(pi), throughJson(value));
    if (difference) found.push({ call, ...difference });
  };
  try {
    const files = new Map();
    for (let number = 0; number < FILES + SMALL_FILES; number += 1) {
      const bytes = number < FILES ? generateFile(seed * 1000 + number) : smallSession(random, number);
      const path = join(folder, `${number}.jsonl`);
      const changed = new Date(Date.UTC(2025, 6, 1 + number));
      writeFileSync(path, bytes);
      utimesSync(path, changed, changed);
      files.set(path, { bytes, changed: changed.toISOString() });
    }
    const rows = await listSessions(folder);
    coverage.count("catalogs");
    coverage.count("rows of catalogs", rows.length);
    // Pi has no row for a file in which a content has not the shape that it expects.
    coverage.count("files without a row in Pi", files.size - rows.length);
    for (const { path, ...row } of rows) {
      const { bytes, changed } = files.get(path);
      const session = ours.Session.parse(bytes);
      compare(`info of ${path.slice(folder.length + 1)}`, row, session.info(changed));
      session.free();
      if (row.name !== undefined) coverage.count("rows with a name");
      if (row.parentSessionPath !== undefined) coverage.count("rows with a parent");
      if (row.modified.getTime() === Date.parse(changed)) coverage.count("rows dated by the file");
      if (Number.isNaN(row.modified.getTime())) coverage.count("rows with an impossible date");
      if (Number.isNaN(row.created.getTime())) coverage.count("rows without a beginning");
    }
    // Half of a surrogate pair can't cross into WebAssembly, and by a date that is none nobody can sort.
    const sound = rows.filter((row) => !Number.isNaN(row.modified.getTime()) && [row.id, row.name ?? "", row.cwd, row.allMessagesText].every((text) => text.isWellFormed()));
    for (let count = 0; count < SEARCHES; count += 1) {
      const [kind, query] = makeQuery(random, sound);
      if (!query.isWellFormed()) continue;
      const sort = random.pick(["recent", "relevance"]);
      const named = random.chance(0.2) ? "named" : "all";
      const expected = filterAndSortSessions(sound, query, sort, named).map((row) => row.path);
      const actual = ours.searchSessions(throughJson(sound), query, sort, named).map((row) => row.path);
      compare(`searchSessions(${JSON.stringify(query)}, ${sort}, ${named})`, expected, actual);
      coverage.count(`search by ${kind}`);
      coverage.count(`searches that find ${expected.length === 0 ? "nothing" : expected.length === sound.length ? "all" : "some"}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

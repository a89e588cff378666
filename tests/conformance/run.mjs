// Conformance: the same calls on the real Pi and on our JavaScript package.
//
//   node tests/conformance/run.mjs                 200 seeds, ../shared/sessions if it is there, and our own rules
//   node tests/conformance/run.mjs --seed 17       one seed; its file is written to tests/conformance/results/
//   node tests/conformance/run.mjs --seeds 5000    more seeds, --from N to start elsewhere
//   node tests/conformance/run.mjs --file x.jsonl  one file
//   node tests/conformance/run.mjs --first         stop at the first failure
//   node tests/conformance/run.mjs --oracle        only Pi: is what the generator makes legal for it?
//
// PKG names the folder of the built package (pkg/ by default), PI_ORACLE the folder whose node_modules holds Pi.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { ensureNode22 } from "./node22.mjs";

ensureNode22();
const { PiSession, UNRENDERABLE, functions: piFunctions } = await import("./pi.mjs");
const { calls } = await import("./calls.mjs");
const { offspring, operations } = await import("./operations.mjs");
const { firstDifference, show, throughJson } = await import("./compare.mjs");
const { Coverage } = await import("./coverage.mjs");
const { generateFile } = await import("./generate/file.mjs");
const { loadPackage } = await import("./package.mjs");

const HERE = import.meta.dirname;
const SHOWN_FAILURES = 20;
const OPERATIONS = 12;

const { values: options } = parseArgs({
  options: { seed: { type: "string" }, seeds: { type: "string", default: "200" }, from: { type: "string", default: "1" }, file: { type: "string" }, oracle: { type: "boolean" }, all: { type: "boolean" }, first: { type: "boolean" } },
});

const coverage = new Coverage();
const ours = options.oracle ? { Session: PiSession, ...piFunctions } : await loadPackage();
let passed = 0;
let failed = 0;
let stopAtFirst = false;

/** Both sides of one session, and how their ids, where each made its own, belong together. */
class Pair {
  #ourIds = new Map();
  #places = [];

  constructor(pi, session) {
    this.pi = pi;
    this.session = session;
    const ourIds = session.getEntries().map((entry) => entry.id);
    for (const [place, id] of pi.getEntries().map((entry) => entry.id).entries()) this.#join(id, ourIds[place]);
  }

  #join(piId, ourId) {
    this.#places.push([piId, ourId]);
    if (piId !== ourId) this.#ourIds.set(piId, ourId);
  }

  /** To be called when both may have made an entry. */
  joinLeaves() {
    const [piId, ourId] = [this.pi.getLeafId(), this.session.getLeafId()];
    if (this.pi.getEntryCount() > this.#places.length && this.session.getEntryCount() > this.#places.length) this.#join(piId, ourId);
  }

  /** Pi's value with our ids. */
  #translate(value) {
    if (value === undefined || this.#ourIds.size === 0) return throughJson(value);
    return JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === "string" ? this.#renamed(inner) : inner));
  }

  #renamed(text) {
    // The row of a context edit names its target.
    if (text.startsWith("[context ")) return text.replace(/[^ \]]+(?=\]$)/, (id) => this.#ourIds.get(id) ?? id);
    return this.#ourIds.get(text) ?? text;
  }

  /** The first difference of what both answer, and Pi's answer; or what Pi threw. */
  ask(run) {
    const expected = attempt(() => run(this.pi, (place) => this.#places[place][0], piFunctions));
    if (expected.error) return { failure: expected.error };
    const actual = attempt(() => throughJson(run(this.session, (place) => this.#places[place][1], ours)));
    this.joinLeaves();
    const value = this.#translate(expected.value);
    const difference = actual.error ? { path: "$", pi: value, ours: `threw ${actual.error}` } : firstDifference(value, actual.value);
    return { value, difference };
  }
}

/** Every difference between both on these bytes: `[{call, path, pi, ours}]`. */
function differences(bytes, seed) {
  const found = [];
  const pi = PiSession.parse(bytes);
  let session;
  try {
    coverage.add(bytes, pi);
    session = ours.Session.parse(bytes);
    const pair = new Pair(pi, session);
    const compare = (call, run, mayThrow) => {
      const { failure, value, difference } = pair.ask(run);
      if (failure && !mayThrow) throw new Error(`Pi itself fails in ${call}: ${failure.stack}`);
      if (failure) return;
      coverage.comparisons += 1;
      coverage.count(`compared ${/^\w+/.exec(call)[0]}`);
      if (call.startsWith("treeRows")) coverage.unrenderable += value.filter((row) => row.text === UNRENDERABLE).length;
      if (difference) found.push({ call, ...difference });
    };
    for (const [call, run, mayThrow] of calls(pi, seed)) compare(call, run, mayThrow);
    if (!options.oracle && !Buffer.from(session.toJsonl()).equals(bytes)) {
      found.push({ call: "toJsonl()", path: "$", pi: "the bytes that were read", ours: "other bytes" });
    }
    for (const [call, run] of operations(pi, seed, OPERATIONS)) {
      compare(call, run);
      coverage.count(`operation ${call.slice(0, call.indexOf("("))}`);
      // What comes after a first difference says nothing.
      if (found.length > 0) return found;
    }
    for (const [call, run, mayThrow] of calls(pi, seed + 1, { brief: true })) compare(`${call} after operations`, run, mayThrow);
    for (const [call, run] of offspring(pi, seed)) compare(`${call} after operations`, run);
  } finally {
    pi.free();
    session?.free();
  }
  return found;
}

function attempt(call) {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
}

function check(name, bytes, seed, again) {
  let found;
  try {
    found = differences(bytes, seed);
  } catch (error) {
    found = [{ call: "parse", path: "$", pi: "a session", ours: error.stack }];
  }
  if (found.length === 0) {
    passed += 1;
    return;
  }
  failed += 1;
  stopAtFirst = options.first === true;
  if (failed > SHOWN_FAILURES && !options.all) return;
  const shown = options.all ? found : found.slice(0, 1);
  for (const { call, path, pi, ours } of shown) {
    console.log(`\nFAILED ${name}: ${call}\n  at   ${path}\n  Pi   ${show(pi)}\n  ours ${show(ours)}`);
  }
  console.log(`  ${found.length} calls differ; again: ${again}`);
}

const seeds = options.seed !== undefined
  ? [Number(options.seed)]
  : options.file !== undefined ? [] : Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.from) + index);
for (const seed of seeds) {
  if (stopAtFirst) break;
  const bytes = generateFile(seed);
  if (options.seed !== undefined) {
    mkdirSync(join(HERE, "results"), { recursive: true });
    writeFileSync(join(HERE, "results", `seed-${seed}.jsonl`), bytes);
  }
  check(`seed ${seed}`, bytes, seed, `node tests/conformance/run.mjs --seed ${seed} --all`);
}

const shared = resolve(HERE, "../../../shared/sessions");
const files = options.file !== undefined ? [options.file] : options.seed === undefined && existsSync(shared) ? readdirSync(shared).filter((name) => name.endsWith(".jsonl")).map((name) => join(shared, name)) : [];
for (const file of stopAtFirst ? [] : files) check(basename(file), readFileSync(file), 1, `node tests/conformance/run.mjs --file ${file} --all`);

if (options.seed === undefined && options.file === undefined && !stopAtFirst) {
  for (const what of seeds.length >= 200 ? coverage.missing() : []) {
    failed += 1;
    console.log(`\nFAILED coverage: no seed had ${what}`);
  }
  if (!options.oracle) {
    const { testOurRules } = await import("./ours.mjs");
    const result = await testOurRules(ours);
    passed += result.passed;
    failed += result.failed;
  }
}
coverage.print();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

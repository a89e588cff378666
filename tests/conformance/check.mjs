// What is done with one seed or one file: every difference between Pi and ours, and what there was to differ in.

import { calls, summaryCalls } from "./calls.mjs";
import { resetClock } from "./clock.mjs";
import { Coverage } from "./coverage.mjs";
import { history } from "./history.mjs";
import { offspring, operations } from "./operations.mjs";
import { Pair } from "./pair.mjs";
import { PiSession, UNRENDERABLE } from "./pi.mjs";
import { Random } from "./random.mjs";
import { generateFile } from "./generate/file.mjs";

const OPERATIONS = 12;
const SUMMARIES = 4;

export class Checker {
  coverage = new Coverage();
  #ours;
  #oracleOnly;

  /** `ours` is the package; with `oracleOnly` it is Pi again, and what only ours promises is not asked. */
  constructor(ours, oracleOnly) {
    this.#ours = ours;
    this.#oracleOnly = oracleOnly;
  }

  /** Every difference between both on these bytes: `[{call, path, pi, ours}]`. */
  file(bytes, seed) {
    resetClock();
    return this.#onBoth(bytes, (pair, compare, found) => {
      this.coverage.add(bytes, pair.pi);
      for (const [call, run, mayThrow] of calls(pair.pi, seed)) compare(call, run, mayThrow);
      for (const [call, run, mayThrow] of summaryCalls(pair.pi, new Random(seed ^ 0x50f7), SUMMARIES)) compare(call, run, mayThrow);
      if (!this.#oracleOnly && !Buffer.from(pair.session.toJsonl()).equals(bytes)) {
        found.push({ call: "toJsonl()", path: "$", pi: "the bytes that were read", ours: "other bytes" });
      }
      for (const [call, run] of operations(pair.pi, seed, OPERATIONS)) {
        compare(call, run);
        this.coverage.count(`operation ${call.slice(0, call.indexOf("("))}`);
        // What comes after a first difference says nothing.
        if (found.length > 0) return;
      }
      for (const [call, run, mayThrow] of calls(pair.pi, seed + 1, { brief: true })) compare(`${call} after operations`, run, mayThrow);
      for (const [call, run] of offspring(pair.pi, seed)) compare(`${call} after operations`, run);
    });
  }

  /** Every difference in a random history: operations one by one, with a look at the session after each, and what is written at the end. */
  history(seed) {
    resetClock();
    const random = new Random(seed ^ 0x4157);
    const written = [];
    const found = this.#onBoth(startOf(random, seed), (pair, compare, found) => {
      const pairs = [pair];
      try {
        for (const step of history(pair, random, seed)) {
          if (step.pair !== undefined) pairs.push(step.pair);
          else compare(step.call, step.run, step.mayThrow, pairs.at(-1));
          if (step.operation !== undefined) this.coverage.count(`history ${step.operation}`);
          if (found.length > 0) return;
        }
        if (!this.#oracleOnly) written.push(...writtenBy(pairs.at(-1).session, random));
      } finally {
        for (const made of pairs.slice(1)) made.free();
      }
    });
    // What we write is a file like any other: Pi opens it and reads what we read in it.
    for (const { name, bytes, entries } of found.length === 0 ? written : []) {
      found.push(...this.#onBoth(bytes, (pair, compare, found) => {
        const read = pair.session.getEntries().map((entry) => entry.id);
        if (entries !== undefined && read.join() !== entries.join()) found.push({ call: "getEntries()", path: "$", pi: entries, ours: read });
        for (const [call, run, mayThrow] of calls(pair.pi, seed, { brief: true })) compare(call, run, mayThrow);
        this.coverage.count(`written by ${name.replace(/\(.*/, "")}`);
      }).map((difference) => ({ ...difference, call: `${difference.call} of what ${name} wrote` })));
    }
    return found;
  }

  #onBoth(bytes, body) {
    const found = [];
    const pi = PiSession.parse(bytes);
    let session;
    try {
      session = this.#ours.Session.parse(bytes);
      const first = new Pair(pi, session, this.#ours);
      const compare = (call, run, mayThrow, pair = first) => {
        const { failure, value, difference } = pair.ask(run);
        if (failure && !mayThrow) throw new Error(`Pi itself fails in ${call}: ${failure.stack}`);
        if (failure) return;
        this.coverage.comparisons += 1;
        this.coverage.count(`compared ${/^\w+/.exec(call)[0]}`);
        if (call.startsWith("treeRows")) this.coverage.unrenderable += value.filter((row) => row.text === UNRENDERABLE).length;
        if (difference) found.push({ call, ...difference });
      };
      body(first, compare, found);
    } finally {
      pi.free();
      session?.free();
    }
    return found;
  }
}

/** Where a history starts: an empty session, or a file of the generator that is not too long to be looked at after each step. */
function startOf(random, seed) {
  const header = { type: "session", version: 3, id: "history-1", timestamp: "2026-11-30T12:00:00.000Z", cwd: "/home/someone/project" };
  const fresh = Buffer.from(`${JSON.stringify(header)}\n`);
  if (random.chance(0.4)) return fresh;
  const bytes = generateFile(seed + 1_000_000);
  // Numbers beyond all range are null once Pi has written them; we keep how they are spelt.
  return bytes.length < 60_000 && !bytes.includes("e400") ? bytes : fresh;
}

function writtenBy(session, random) {
  const ids = session.getEntries().map((entry) => entry.id);
  const written = [{ name: "toJsonl()", bytes: session.toJsonl(), entries: ids }];
  if (ids.length > 0) {
    const id = random.pick(ids);
    written.push({ name: `branchToJsonl(entry ${ids.indexOf(id)})`, bytes: session.branchToJsonl(id) });
    const branched = session.createBranchedSession(id);
    written.push({ name: `createBranchedSession(entry ${ids.indexOf(id)})`, bytes: branched.toJsonl(), entries: branched.getEntries().map((entry) => entry.id) });
    branched.free();
  }
  const forked = session.fork({ cwd: "/elsewhere" });
  written.push({ name: "fork()", bytes: forked.toJsonl(), entries: ids });
  forked.free();
  return written.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) }));
}

// Conformance: the same calls on the real Pi and on our JavaScript package.
//
//   node tests/conformance/run.mjs                 300 files and 300 histories, 50 catalogs, ../shared/sessions if it is there, and our own rules
//   node tests/conformance/run.mjs --seed 17       file, history and catalog of one seed; the file is written to tests/conformance/results/
//   node tests/conformance/run.mjs --seeds 5000    more seeds, --from N to start elsewhere
//   node tests/conformance/run.mjs --only history  only histories (or: seed, for files; catalog)
//   node tests/conformance/run.mjs --file x.jsonl  one file
//   node tests/conformance/run.mjs --first         stop at the first failure
//   node tests/conformance/run.mjs --oracle        only Pi: is what the generator makes legal for it?
//
// PKG names the folder of the built package (pkg/ by default), PI_ORACLE the folder whose node_modules holds Pi.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

import { ensureNode22 } from "./node22.mjs";

ensureNode22();
const { show } = await import("./compare.mjs");
const { Coverage } = await import("./coverage.mjs");
const { generateFile } = await import("./generate/file.mjs");
const { loadPackage } = await import("./package.mjs");

const HERE = import.meta.dirname;
const SHOWN_FAILURES = 20;
const ALL_SEEDS = 300;
const MOST_WORKERS = 8;
/** One seed of so many has a catalog too, which takes as long as several files. */
const SEEDS_PER_CATALOG = 6;

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" }, seeds: { type: "string", default: String(ALL_SEEDS) }, from: { type: "string", default: "1" }, only: { type: "string" }, file: { type: "string" }, oracle: { type: "boolean" }, all: { type: "boolean" }, first: { type: "boolean" },
  },
});

const coverage = new Coverage();
let passed = 0;
let failed = 0;

/** All that is to be checked, the longest first as far as that is known. */
function jobs() {
  if (options.file !== undefined) return [{ kind: "file", file: options.file }];
  const seeds = options.seed !== undefined ? [Number(options.seed)] : Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.from) + index);
  const wanted = (kind) => options.only === undefined || options.only === kind;
  const hasCatalog = (seed) => !options.oracle && (options.seed !== undefined || seed % SEEDS_PER_CATALOG === 0);
  const shared = resolve(HERE, "../../../shared/sessions");
  const files = options.seed === undefined && wanted("file") && existsSync(shared) ? readdirSync(shared).filter((name) => name.endsWith(".jsonl")) : [];
  return [
    ...files.map((name) => ({ kind: "file", file: join(shared, name) })),
    ...seeds.flatMap((seed) => ["seed", "history", ...(hasCatalog(seed) ? ["catalog"] : [])].filter(wanted).map((kind) => ({ kind, seed }))),
  ];
}

function report({ kind, seed, file }, found) {
  if (found.length === 0) {
    passed += 1;
    return;
  }
  failed += 1;
  if (failed > SHOWN_FAILURES && !options.all) return;
  const [name, again] = kind === "file" ? [basename(file), `--file ${file}`] : [`${kind} ${seed}`, `--seed ${seed} --only ${kind}`];
  for (const { call, path, pi, ours } of options.all ? found : found.slice(0, 1)) {
    console.log(`\nFAILED ${name}: ${call}\n  at   ${path}\n  Pi   ${show(pi)}\n  ours ${show(ours)}`);
  }
  console.log(`  ${found.length} calls differ; again: node tests/conformance/run.mjs ${again} --all`);
}

/** Works all jobs off, a few at a time. */
async function workOff(pending) {
  let next = 0;
  let stopped = false;
  const one = () => new Promise((done, broke) => {
    const worker = new Worker(join(HERE, "worker.mjs"), { workerData: { oracle: options.oracle === true } });
    worker.on("error", broke);
    worker.on("exit", done);
    worker.on("message", ({ job, found, coverage: parts }) => {
      if (parts !== undefined) return coverage.merge(parts);
      if (job !== undefined) {
        report(job, found);
        stopped ||= options.first === true && found.length > 0;
      }
      const more = stopped ? undefined : pending[next];
      next += 1;
      return worker.postMessage(more ?? "done");
    });
  });
  const workers = Math.min(availableParallelism(), MOST_WORKERS, pending.length);
  await Promise.all(Array.from({ length: workers }, () => one()));
  return stopped;
}

if (options.seed !== undefined) {
  mkdirSync(join(HERE, "results"), { recursive: true });
  writeFileSync(join(HERE, "results", `seed-${options.seed}.jsonl`), generateFile(Number(options.seed)));
}
const stopped = await workOff(jobs());

if (options.seed === undefined && options.file === undefined && options.only === undefined && !stopped) {
  for (const what of Number(options.seeds) >= ALL_SEEDS ? coverage.missing({ catalogs: !options.oracle }) : []) {
    failed += 1;
    console.log(`\nFAILED coverage: no seed had ${what}`);
  }
  if (!options.oracle) {
    const { testOurRules } = await import("./ours.mjs");
    const result = await testOurRules(await loadPackage());
    passed += result.passed;
    failed += result.failed;
  }
}
coverage.print();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

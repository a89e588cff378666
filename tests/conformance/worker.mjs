// One of the threads of a run: takes jobs one by one, answers what differed.

import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { catalogDifferences } from "./catalog.mjs";
import { Checker } from "./check.mjs";
import { generateFile } from "./generate/file.mjs";
import { loadPackage } from "./package.mjs";
import { functions, PiSession } from "./pi.mjs";

const ours = workerData.oracle ? { Session: PiSession, ...functions } : await loadPackage();
const checker = new Checker(ours, workerData.oracle);

function differences({ kind, seed, file }) {
  if (kind === "catalog") return catalogDifferences(ours, checker.coverage, seed);
  if (kind === "history") return checker.history(seed);
  return checker.file(kind === "file" ? readFileSync(file) : generateFile(seed), kind === "file" ? 1 : seed);
}

parentPort.on("message", async (job) => {
  if (job === "done") {
    parentPort.postMessage({ coverage: checker.coverage.parts() });
    parentPort.close();
    return;
  }
  let found;
  try {
    found = await differences(job);
  } catch (error) {
    found = [{ call: "parse", path: "$", pi: "a session", ours: error.stack }];
  }
  parentPort.postMessage({ job, found });
});
parentPort.postMessage({ ready: true });

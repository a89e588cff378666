// Does conformance notice? Each fault is one small edit of the core, in a copy; the run over the copy's package must fail.
//
//   node tests/conformance/planted.mjs             all of them, after a run without any
//   node tests/conformance/planted.mjs --only 3,5  these; --from 3: that and what follows
//   node tests/conformance/planted.mjs --seeds 60  with fewer seeds: sooner done, and may miss what all seeds would notice
//
// Each builds the package anew, so this takes some minutes and is no part of the usual checks. It wants the tools that
// `cargo xtask package` brings.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { FAULTS } from "./faults.mjs";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../..");
const TARGET = "wasm32-unknown-unknown";
const { values: options } = parseArgs({ options: { only: { type: "string" }, from: { type: "string", default: "0" }, seeds: { type: "string" }, keep: { type: "boolean" } } });

const copy = mkdtempSync(join(tmpdir(), "pi-session-planted-"));

/** The core, the package and the run, as a workspace of their own: what is edited meanwhile does not matter. */
function copySources() {
  for (const path of ["tests/conformance", "crates/session", "crates/session-wasm", "rust-toolchain.toml", ".cargo", "Cargo.lock", "clippy.toml"]) {
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  const workspace = readFileSync(join(ROOT, "Cargo.toml"), "utf8");
  writeFileSync(join(copy, "Cargo.toml"), workspace.replace(/^members = \[.*?\]/ms, 'members = ["crates/session", "crates/session-wasm"]'));
}

function run(program, args, more = {}) {
  return spawnSync(program, args, { cwd: copy, encoding: "utf8", maxBuffer: 1 << 28, ...more });
}

function build() {
  const cargo = run("cargo", ["build", "--quiet", "--package", "pi-session-wasm", "--target", TARGET]);
  if (cargo.status !== 0) throw new Error(`the copy does not compile:\n${cargo.stderr}`);
  const own = join(ROOT, ".tools/bin/wasm-bindgen");
  const module = join(copy, "target", TARGET, "debug/pi_session_wasm.wasm");
  const bound = run(existsSync(own) ? own : "wasm-bindgen", ["--target", "web", "--out-name", "pi-session", "--out-dir", join(copy, "pkg"), module]);
  if (bound.status !== 0) throw new Error(`wasm-bindgen: ${bound.stderr ?? bound.error}`);
  cpSync(join(copy, "crates/session-wasm/npm"), join(copy, "pkg"), { recursive: true });
}

/** The conformance run over the copy's package: whether it passed, and what it said first. */
function conformance() {
  const result = run(process.execPath, [join(copy, "tests/conformance/run.mjs"), "--first", ...(options.seeds === undefined ? [] : ["--seeds", options.seeds])], {
    env: { PI_ORACLE: join(ROOT, "tests"), ...process.env, PKG: join(copy, "pkg") },
  });
  const first = /^FAILED .*$(?:\n  .*$)*/m.exec(result.stdout)?.[0] ?? "";
  return { passed: result.status === 0, said: first || result.stderr.trim().split("\n").slice(-3).join("\n"), ran: /\d+ passed, \d+ failed/.test(result.stdout) };
}

for (const [number, { name, file, find }] of FAULTS.entries()) {
  const source = readFileSync(join(ROOT, "crates/session/src", file), "utf8");
  if (source.split(find).length !== 2) throw new Error(`fault ${number} (${name}): ${file} must hold this exactly once: ${find}`);
}

let noticed = 0;
let missed = 0;
try {
  mkdirSync(copy, { recursive: true });
  copySources();
  build();
  const sound = conformance();
  if (!sound.passed) throw new Error(`conformance fails without any fault, so it proves nothing:\n${sound.said}`);
  console.log("without a fault: passes");
  const only = options.only?.split(",").map(Number);
  for (const [number, { name, file, find, replace }] of FAULTS.entries()) {
    if (number < Number(options.from) || only?.includes(number) === false) continue;
    const path = join(copy, "crates/session/src", file);
    const source = readFileSync(path, "utf8");
    writeFileSync(path, source.replace(find, () => replace));
    build();
    const { passed, said, ran } = conformance();
    writeFileSync(path, source);
    if (!ran) throw new Error(`fault ${number} (${name}): the run did not finish: ${said}`);
    if (passed) missed += 1;
    else noticed += 1;
    console.log(`\nfault ${number}, ${name}: ${passed ? "NOT NOTICED" : "noticed"}${passed ? "" : `\n  ${said.split("\n").slice(0, 2).join("\n  ")}`}`);
  }
} finally {
  if (!options.keep) rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${noticed} noticed, ${missed} not noticed`);
process.exit(missed > 0 ? 1 : 0);

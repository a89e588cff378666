// Our side: the JavaScript package as anybody would load it in Node.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The folder of the built package. */
export const PACKAGE = resolve(import.meta.dirname, process.env.PKG ?? "../../pkg");

/** Loads the built package: its `module`, and the `memory` that it works in. */
export async function initialised() {
  const description = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  const module = await import(pathToFileURL(join(PACKAGE, description.main)).href);
  const wasm = description.files.find((name) => name.endsWith(".wasm"));
  const { memory } = module.initSync({ module: readFileSync(join(PACKAGE, wasm)) });
  return { module, memory };
}

/** Loads the built package. */
export async function loadPackage() {
  return (await initialised()).module;
}

// Our side: the JavaScript package as anybody would load it in Node.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Loads the package built into `folder`. */
export async function loadPackage(folder = resolve(import.meta.dirname, process.env.PI_SESSION_PACKAGE ?? "../../pkg")) {
  const description = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const module = await import(pathToFileURL(join(folder, description.main)).href);
  const wasm = description.files.find((name) => name.endsWith(".wasm"));
  module.initSync({ module: readFileSync(join(folder, wasm)) });
  return module;
}

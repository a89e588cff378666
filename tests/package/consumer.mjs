// The package as it is installed: what is in it, its types under every way of resolving them, and the README's examples, the
// same ones in Node and in Chromium.
//
//   CHROMIUM=/usr/bin/chromium node --test tests/package/consumer.mjs

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { after, test } from "node:test";

import { chromium } from "@playwright/test";

import { exampleSession, examples, install, run } from "./installed.mjs";

const { folder, home, files, remove } = install();
after(remove);
const description = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const all = examples(home);
const anywhere = all.filter((example) => example.kind === "js");
writeFileSync(join(folder, "session.jsonl"), exampleSession());

test("npm packs the module, its glue, its types, the README and the licences, and nothing else", () => {
  assert.deepEqual(files, ["LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json", "pi-session.d.ts", "pi-session.js", "pi-session_bg.wasm"]);
});

test("package.json says what a bundler and Node want to know", () => {
  assert.equal(description.type, "module");
  assert.equal(description.sideEffects, false);
  assert.equal(description.engines.node, ">=20");
  assert.equal(description.license, "MIT OR Apache-2.0");
  assert.equal(description.dependencies, undefined);
  // Conditions are tried in their order: types must stand first.
  assert.equal(Object.keys(description.exports["."])[0], "types");
  const targets = [description.main, description.types, ...Object.values(description.exports).flatMap((target) => (typeof target === "string" ? target : Object.values(target)))];
  for (const target of targets) assert.ok(existsSync(join(home, target)), target);
  assert.equal(description.exports["."].default, `./${description.main}`);
  assert.equal(description.exports["."].types, `./${description.types}`);
});

const TSC = resolve(import.meta.dirname, "../node_modules/typescript/bin/tsc");
for (const [resolution, module] of [["bundler", "preserve"], ["nodenext", "nodenext"], ["node16", "node16"]]) {
  test(`types hold under --strict with moduleResolution ${resolution}, and refuse what is wrong`, () => {
    copyFileSync(join(import.meta.dirname, "types.ts"), join(folder, "types.mts"));
    const check = (name, source) => {
      if (source !== undefined) writeFileSync(join(folder, name), source);
      const compilerOptions = { target: "es2023", lib: ["es2023", "esnext.disposable", "dom"], module, moduleResolution: resolution, strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: false, types: [] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [name] }));
      return run(process.execPath, [TSC, "--project", "tsconfig.json"], folder);
    };
    check("types.mts");
    assert.throws(() => check("wrong.mts", 'import { Session } from "pi-session";\nconst wrong: number = Session.parse(new Uint8Array()).getSessionId();\nexport { wrong };\n'), /wrong\.mts.*not assignable/);
  });
}

test("the README has examples for both, and says of each what it prints", () => {
  assert.deepEqual(all.filter((example) => example.kind !== "js").map((example) => example.kind), ["js node", "html"]);
  assert.ok(anywhere.length >= 4);
  for (const { code, expected } of all) assert.notEqual(expected, "", code);
});

test("the README's example for Node runs as it stands", () => {
  const [{ code, expected }] = all.filter((example) => example.kind === "js node");
  writeFileSync(join(folder, "node.mjs"), code);
  assert.equal(run(process.execPath, ["node.mjs"], folder).trimEnd(), expected);
});

/** The file of an example that runs anywhere; who runs it loads the module and sets `bytes`. */
const fileName = (number) => `example-${number}.mjs`;
for (const [number, { code }] of anywhere.entries()) writeFileSync(join(folder, fileName(number)), code);

for (const [number, { expected }] of anywhere.entries()) {
  test(`example ${number} of the README prints in Node what it says`, () => {
    const start = 'import { readFileSync } from "node:fs";\nimport { initSync } from "pi-session";\ninitSync({ module: readFileSync(new URL(import.meta.resolve("pi-session/pi-session_bg.wasm"))) });\n' +
      `globalThis.bytes = new Uint8Array(readFileSync("session.jsonl"));\nawait import("./${fileName(number)}");\n`;
    writeFileSync(join(folder, "start.mjs"), start);
    assert.equal(run(process.execPath, ["start.mjs"], folder).trimEnd(), expected);
  });
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** The installed package and the examples over HTTP, and `page`, whatever it holds. */
async function serve(page) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname.replace("/pi-session/", "/node_modules/pi-session/");
    const body = path === "/" ? page.html : existsSync(join(folder, path)) ? readFileSync(join(folder, path)) : undefined;
    response.writeHead(body === undefined ? 404 : 200, { "content-type": path === "/" ? TYPES[".html"] : (TYPES[extname(path)] ?? "application/octet-stream") });
    response.end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

test("the examples of the README print in Chromium what they print in Node", async (context) => {
  const page = { html: "" };
  const { address, close } = await serve(page);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
  context.after(async () => {
    await browser.close();
    close();
  });
  const open = async (html) => {
    const tab = await browser.newPage();
    const said = [];
    tab.on("console", (message) => said.push(message.text()));
    tab.on("pageerror", (error) => said.push(`error: ${error.stack}`));
    page.html = `<!doctype html><link rel="icon" href="data:,">${html}`;
    await tab.goto(address);
    return { tab, said };
  };
  const [{ code, expected }] = all.filter((example) => example.kind === "html");
  const { tab, said } = await open(code);
  await tab.waitForLoadState("networkidle");
  // The example listens a moment after its module has come, which nothing tells us: a file that came too early comes again.
  for (let turn = 0; turn < 100 && said.length === 0; turn += 1) {
    if (turn % 40 === 0) await tab.setInputFiles("input", join(folder, "session.jsonl"));
    await tab.waitForTimeout(50);
  }
  assert.equal(said.join("\n"), expected);
  for (const [number, example] of anywhere.entries()) {
    const start = `import init from "pi-session"; await init(); globalThis.bytes = new Uint8Array(await (await fetch("/session.jsonl")).arrayBuffer()); await import("/${fileName(number)}"); document.title = "done";`;
    const opened = await open(`<script type="importmap">{"imports": {"pi-session": "/pi-session/pi-session.js"}}</script><script type="module">${start}</script>`);
    await opened.tab.waitForFunction(() => document.title === "done", undefined, { timeout: 10_000 }).catch(() => assert.fail(opened.said.join("\n")));
    assert.equal(opened.said.join("\n"), example.expected, `example ${number}`);
  }
});

// From a file on disk to a session on the screen: the viewer, against the way of JavaScript from the same kind of file,
// and against Pi's own HTML export. And the memory that a session of 100 MB takes.

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { freshPage, withChromium, withFile, withViewer } from "./support/chromium.mjs";
import { probe } from "./support/probe.mjs";
import { interleaved, median, megabytes, ms, printTable, times } from "./support/report.mjs";
import { makeSession, scratch } from "./support/sessions.mjs";

const rows = [];

/** One opening in a page that opened nothing yet; `warm` opens a small session first, as a person's second file. */
async function openOnce(browser, origin, path, { warm = false } = {}) {
  const tab = await freshPage(browser);
  await tab.page.addInitScript(probe);
  const start = performance.now();
  await tab.page.goto(origin);
  const field = tab.page.locator('input[type="file"]').first();
  await field.waitFor({ state: "attached" });
  if (warm) {
    for (let turn = 0; turn < 3; turn += 1) {
      await field.setInputFiles(makeSession({ entries: 2_560 }));
      await tab.page.evaluate(() => window.probe.painted(window.probe.isOpen));
    }
  }
  const title = await tab.page.evaluate(() => document.title);
  await tab.page.evaluate(() => (window.probe.opened = 0));
  await field.setInputFiles(path);
  const time = await tab.page.evaluate(async (count) => {
    const { probe } = window;
    const at = await probe.painted(() => probe.opened > 0 && probe.isOpen() && new RegExp(`\\b${count} entries`).test(document.body.textContent));
    return at - probe.opened;
  }, (path.match(/(\d+)-\d+-\d+\.jsonl$/)?.[1] ?? "").replace(/\B(?=(\d{3})+$)/g, ","));
  const found = await tab.page.evaluate(() => ({ wasm: window.probe.wasmBytes(), elements: window.probe.elements() }));
  await tab.close();
  return { time, whole: performance.now() - start, title, ...found };
}

/** What a JavaScript viewer does before it draws anything. */
async function indexFileInJs(browser, path) {
  const tab = await freshPage(browser);
  await tab.page.setContent('<input type="file">');
  await tab.page.evaluate(() => {
    document.querySelector('input[type="file"]').addEventListener(
      "change",
      (event) => {
        const [file] = event.target.files;
        window.result = (async () => {
          const start = performance.now();
          const byId = new Map();
          const childrenOf = new Map();
          for (const line of (await file.text()).split("\n")) {
            if (!line.trim()) continue;
            const entry = JSON.parse(line);
            if (entry.type !== "session") byId.set(entry.id, entry);
          }
          for (const entry of byId.values()) {
            const siblings = childrenOf.get(entry.parentId);
            if (siblings) siblings.push(entry);
            else childrenOf.set(entry.parentId, [entry]);
          }
          window.kept = { byId, childrenOf };
          return performance.now() - start;
        })();
      },
    );
  });
  await tab.page.locator("input").setInputFiles(path);
  const time = await tab.page.evaluate(() => window.result);
  await tab.close();
  return time;
}

/** Pi's export of a session, made by Pi. */
function exportByPi(path) {
  const target = scratch("export.html");
  const script = `import { exportFromFile } from ${JSON.stringify(new URL("../node_modules/@earendil-works/pi-coding-agent/dist/core/export-html/index.js", import.meta.url).href)};
    await exportFromFile(${JSON.stringify(path)}, { outputPath: ${JSON.stringify(target)} });`;
  const made = spawnSync(process.execPath, ["--max-old-space-size=8000", "--input-type=module", "--eval", script], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`Pi's export failed: ${made.stderr}`);
  return target;
}

/** From the start of loading the export until its tree is painted. */
async function showExport(browser, path) {
  return withFile(path, async (origin) => {
    const tab = await freshPage(browser);
    await tab.page.addInitScript(probe);
    await tab.page.goto(origin, { waitUntil: "commit" });
    const time = await tab.page.evaluate(() => window.probe.painted(() => document.querySelectorAll("#tree-container .tree-node").length > 0), undefined);
    const elements = await tab.page.evaluate(() => document.querySelectorAll("*").length);
    await tab.close();
    return { time, elements };
  });
}

await withChromium((browser) =>
  withViewer(async (origin) => {
    for (const { name, entries, rounds } of [{ name: "10 MB", entries: 2_560, rounds: 5 }, { name: "100 MB", entries: 25_600, rounds: 3 }]) {
      const path = makeSession({ entries });
      const found = await interleaved(rounds, {
        cold: async () => (await openOnce(browser, origin, path)).time,
        warm: async () => (await openOnce(browser, origin, path, { warm: true })).time,
        theirs: () => indexFileInJs(browser, path),
      });
      const ratio = found.theirs / found.warm;
      rows.push({ what: `file of ${name} to tree and conversation painted`, found: `${ms(found.warm)} (${ms(found.cold)} the first thing a page does)` });
      rows.push({ what: "the same file only indexed, in JavaScript", found: ms(found.theirs) });
      rows.push({ what: `times sooner, ${name}`, found: times(ratio) });
    }

    const path = makeSession({ entries: 25_600 });
    const bytes = statSync(path).size;
    const { wasm, elements } = await openOnce(browser, origin, path);
    rows.push({ what: "memory of WebAssembly with 100 MB open", found: `${megabytes(wasm)} = ${(wasm / bytes).toFixed(2)} of the bytes`, goal: "<= 1.25", met: wasm / bytes <= 1.25 });
    rows.push({ what: "elements with 25,600 entries open", found: String(elements), goal: "< 2,000", met: elements < 2_000 });

    const large = makeSession({ entries: 25_000 });
    const exported = exportByPi(large);
    const shown = [];
    const opened = [];
    let theirElements = 0;
    for (let round = 0; round < 3; round += 1) {
      opened.push(await openOnce(browser, origin, large));
      const theirs = await showExport(browser, exported);
      theirElements = theirs.elements;
      shown.push(theirs.time);
    }
    const ours = median(opened.map(({ time }) => time));
    const theirs = median(shown);
    rows.push({ what: "25,000 entries: dropped to painted, in a page just loaded", found: ms(ours) });
    rows.push({ what: "Pi's export of them: loaded to tree painted", found: `${ms(theirs)}, ${theirElements.toLocaleString("en-US")} elements` });
    rows.push({ what: "times sooner", found: times(theirs / ours), goal: ">= 20x", met: theirs / ours >= 20 });
  }),
);

printTable("From a file to the screen (medians of interleaved runs)", rows);

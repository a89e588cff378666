// From bytes in memory to an indexed session, against what every JavaScript viewer does: decode, split, parse, a map by
// id, arrays of children. Also the memory that is left taken.

import { freshPage, withChromium, withPackage } from "./support/chromium.mjs";
import { interleaved, megabytes, ms, printTable, times } from "./support/report.mjs";
import { makeSession } from "./support/sessions.mjs";

const SIZES = [
  { name: "10 MB", entries: 2_560, rounds: 9, goal: undefined },
  { name: "100 MB", entries: 25_600, rounds: 5, goal: 5 },
];

const rows = [];

await withChromium(async (browser) => {
  for (const { name, entries, rounds, goal } of SIZES) {
    await withPackage(makeSession({ entries }), async (origin) => {
      const tab = await freshPage(browser);
      await tab.page.goto(origin);
      const bytes = await tab.page.evaluate(async () => {
        const module = await import("/pi-session.js");
        window.wasm = await module.default();
        window.Session = module.Session;
        window.bytes = new Uint8Array(await (await fetch("/session")).arrayBuffer());
        window.indexInJs = () => {
          const byId = new Map();
          const childrenOf = new Map();
          let leaf = null;
          for (const line of new TextDecoder().decode(window.bytes).split("\n")) {
            if (!line.trim()) continue;
            let entry;
            try {
              entry = JSON.parse(line);
            } catch {
              continue;
            }
            if (entry.type === "session") continue;
            byId.set(entry.id, entry);
            leaf = entry.id;
          }
          for (const entry of byId.values()) {
            const key = byId.has(entry.parentId) ? entry.parentId : null;
            if (childrenOf.has(key)) childrenOf.get(key).push(entry);
            else childrenOf.set(key, [entry]);
          }
          return { byId, childrenOf, leaf };
        };
        return window.bytes.length;
      });
      const ours = () =>
        tab.page.evaluate(() => {
          const start = performance.now();
          const session = window.Session.parse(window.bytes);
          const time = performance.now() - start;
          window.count = session.getEntryCount();
          session.free();
          return time;
        });
      const theirs = () =>
        tab.page.evaluate(() => {
          const start = performance.now();
          const index = window.indexInJs();
          const time = performance.now() - start;
          if (window.count !== undefined && index.byId.size !== window.count) throw new Error(`${index.byId.size} entries against ${window.count}`);
          window.gc?.();
          return time;
        });
      const cold = await ours();
      await theirs();
      const found = await interleaved(rounds, { ours, theirs });
      const ratio = found.theirs / found.ours;
      rows.push({ what: `index ${megabytes(bytes)} (${entries.toLocaleString("en-US")} entries), ours`, found: `${ms(found.ours)} (${ms(cold)} cold)` });
      rows.push({ what: "the same in JavaScript", found: ms(found.theirs) });
      rows.push({ what: `times faster, ${name}`, found: times(ratio), ...(goal ? { goal: `>= ${goal}x here, 8x later`, met: ratio >= goal } : {}) });
      await tab.close();

      // Memory: one session, opened once, in a page that opened nothing else.
      const alone = await freshPage(browser);
      await alone.page.goto(origin);
      const memory = await alone.page.evaluate(async () => {
        const module = await import("/pi-session.js");
        const wasm = await module.default();
        const before = wasm.memory.buffer.byteLength;
        const bytes = new Uint8Array(await (await fetch("/session")).arrayBuffer());
        window.session = module.Session.parse(bytes);
        return { before, after: wasm.memory.buffer.byteLength };
      });
      rows.push({ what: `memory of WebAssembly with ${name} open, by the package`, found: `${megabytes(memory.after)} = ${times(memory.after / bytes).replace("x", "")} of the bytes` });
      await alone.close();
    });
  }
});

printTable("From bytes in memory to an index (medians of interleaved runs)", rows);

// Sessions to measure with: deterministic, as real ones are on average (some 3.9 KB an entry: text, tool results of 2 to
// 50 KB, images of 200 KB), and written to a temporary folder, never kept.

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = join(tmpdir(), `pi-session-viewer-bench-${process.getuid?.() ?? 0}`);

/** The same numbers every time. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = "the a session branch entry file tool result read write edit bash error test cargo build node src main lib value number string index tree label context model summary “quoted” naïve Việt 日本 \\\"escaped\\\" \\n".split(" ");

function words(random, length) {
  let text = "";
  while (text.length < length) text += WORDS[Math.floor(random() * WORDS.length)] + " ";
  return text;
}

/** Pieces of text to cut from: making every one afresh would take longer than what is measured. */
function stock(random) {
  const prose = Array.from({ length: 64 }, () => words(random, 1200));
  const output = words(random, 60_000).replaceAll("session ", "session\\n");
  const base64 = Buffer.from(Float64Array.from({ length: 20_000 }, random).buffer).toString("base64");
  // A cut must not fall within an escape: words are whole, so cuts are made at spaces.
  const cut = (text, start, length) => text.slice(text.indexOf(" ", start), text.lastIndexOf(" ", Math.min(text.length, start + length)));
  return {
    prose: () => prose[Math.floor(random() * prose.length)],
    output: (length) => cut(output, Math.floor(random() * 8_000), length),
    image: () => base64.slice(0, 200_000),
  };
}

function* records({ entries, bytesAnEntry, branches }) {
  const random = randomNumbers(entries);
  const { prose, output, image } = stock(random);
  // Of four entries one is a tool's result, and that carries most of the bytes.
  const result = Math.max(40, (bytesAnEntry - 1450) * 4);
  const ids = [];
  yield `{"type":"session","version":3,"id":"bench-${entries}","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/home/ada/project"}`;
  for (let index = 0; index < entries; index += 1) {
    const id = (index + 0x10000000).toString(16);
    const back = branches && index % branches === branches - 1 ? Math.min(ids.length, 2 + Math.floor(random() * 40)) : 1;
    const parent = index === 0 ? "null" : `"${ids[ids.length - back]}"`;
    ids.push(id);
    const at = Date.UTC(2026, 0, 1) + index * 1500;
    const head = `{"type":"message","id":"${id}","parentId":${parent},"timestamp":"${new Date(at).toISOString()}","message":`;
    const short = bytesAnEntry < 1000;
    switch (index % 4) {
      case 0:
        yield `${head}{"role":"user","content":[{"type":"text","text":"Question ${index}: ${short ? "why" : prose().slice(0, 150).replace(/\\.?$/, "")}"}],"timestamp":${at}}}`;
        break;
      case 1:
        yield `${head}{"role":"assistant","content":[{"type":"thinking","thinking":"${short ? "hm" : prose()}","thinkingSignature":"c2lnbmF0dXJl"},{"type":"toolCall","id":"call_${index}","name":"${index % 8 === 1 ? "bash" : "read"}","arguments":{"command":"cargo test ${index}","path":"src/lib_${index}.rs"}}],"api":"messages","provider":"acme","model":"large","usage":{"input":1200,"output":300,"cacheRead":50000,"cacheWrite":0,"totalTokens":51500,"cost":{"input":0.001,"output":0.002,"cacheRead":0.003,"cacheWrite":0,"total":0.006}},"stopReason":"toolUse","timestamp":${at}}}`;
        break;
      case 2: {
        const picture = !short && index % 400 === 2 ? `,{"type":"image","mimeType":"image/png","data":"${image()}"}` : "";
        const length = picture ? 2000 : Math.floor(result * (0.2 + 1.5 * random()));
        yield `${head}{"role":"toolResult","toolCallId":"call_${index - 1}","toolName":"${index % 8 === 2 ? "bash" : "read"}","content":[{"type":"text","text":"${output(Math.min(50_000, length))}"}${picture}],"isError":${random() < 0.05},"timestamp":${at}}}`;
        break;
      }
      default:
        yield `${head}{"role":"assistant","content":[{"type":"text","text":"Answer ${index}. ${short ? "so" : prose()}"}],"api":"messages","provider":"acme","model":"large","usage":{"input":1200,"output":300,"cacheRead":50000,"cacheWrite":0,"totalTokens":51500,"cost":{"input":0.001,"output":0.002,"cacheRead":0.003,"cacheWrite":0,"total":0.006}},"stopReason":"stop","timestamp":${at}}}`;
    }
  }
}

/** The path of a session of so many entries, each of so many bytes on average. */
export function makeSession({ entries, bytesAnEntry = 3900, branches = 500 }) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${entries}-${bytesAnEntry}-${branches}.jsonl`);
  if (existsSync(path)) return path;
  const file = openSync(`${path}.part`, "w");
  let piece = "";
  for (const record of records({ entries, bytesAnEntry, branches })) {
    piece += record + "\n";
    if (piece.length > 4 << 20) {
      writeSync(file, piece);
      piece = "";
    }
  }
  writeSync(file, piece);
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}

/** Where other things that a measurement makes may lie. */
export function scratch(name) {
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

export function removeSessions() {
  rmSync(folder, { recursive: true, force: true });
}

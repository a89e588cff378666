// The bytes of a session file: records as lines, with what lies between the lines of real files.

import { Random } from "../random.mjs";
import { toBytes, writeJson } from "./json.mjs";
import { generateSession } from "./session.mjs";

// No line here holds a whole record: recovering one is our own rule and has its own test.
const NOISE = [
  "", "", "   ", "\t", "\r", "\u2028", "{", "}", "nul", "undefined", "NaN", "{'type':'message'}", '{"type":"custom",}', "// comment", "plain text in between",
  '{"type":"message","id":"torn0000","parentId":null,"message":{"role":"user","content":"cut of', '{"type":"custom","id":"bad\tcontrol"}', '{"a":01}', '{"a":.5}', '{"a":"\\x"}',
  '{"a":"\\ud8"}', '["a"', '"open', '{"a" "b"}', "null", "false", "0", '""', "-0", "\\u007b", "+1", "[1,]",
];

/** The session of a seed as bytes. */
export function generateFile(seed) {
  const random = new Random(seed);
  const { header, entries } = generateSession(random);
  const style = { random, escapes: random.pick([0, 0, 0.1, 0.5]), spaces: random.pick([0, 0, 0, 0.2]), duplicates: random.pick([0, 0, 0, 0.05]) };
  const noise = random.pick([0, 0, 0.05, 0.2]);
  const lineEnd = () => (crlf === "all" || (crlf === "some" && random.chance(0.5)) ? "\r\n" : "\n");
  const crlf = random.weighted({ none: 6, all: 1, some: 0.5 });
  let text = random.chance(noise) ? random.pick(NOISE) + lineEnd() : "";
  for (const record of [header, ...entries]) {
    const padding = random.chance(noise) ? random.pick([" ", "\t", "  "]) : "";
    text += padding + writeJson(record, style) + padding + lineEnd();
    if (random.chance(noise)) text += random.pick(NOISE) + lineEnd();
  }
  if (random.chance(0.3)) text = text.replace(/\r?\n$/, "");
  return toBytes(text);
}

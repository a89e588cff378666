// Writes a value as JSON the way other programs might: any legal spelling of the same value.

/** JSON source to be written as it stands: numbers that a JavaScript value can't hold, deep nesting. */
export class Source {
  constructor(text) {
    this.text = text;
  }
}

/** Characters that stand for bytes that are no UTF-8; the file holds the bytes. */
export const BROKEN_BYTES = new Map([
  ["\ue000", [0xff]],
  ["\ue001", [0xc0, 0x80]],
  ["\ue002", [0xe2, 0x82]],
  ["\ue003", [0xf0, 0x9f, 0x98]],
  ["\ue004", [0xed, 0xa0, 0x80]],
  ["\ue005", [0xf5, 0x80, 0x80, 0x80]],
  ["\ue006", [0x80]],
  ["\ue007", [0xf0, 0x9f, 0xe2, 0x82, 0xac]],
]);

const SHORT_ESCAPES = { '"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u;

function unicodeEscape(unit, random) {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
  return `\\u${random.chance(0.5) ? digits.toUpperCase() : digits}`;
}

function writeString(text, style) {
  const { random } = style;
  const escapeEverything = random.chance(style.escapes);
  let out = '"';
  for (const character of text) {
    if (BROKEN_BYTES.has(character)) {
      out += character;
    } else if (character.length === 1 && LONE_SURROGATE.test(character)) {
      out += unicodeEscape(character, random);
    } else if (character === '"' || character === "\\" || character < " ") {
      const short = SHORT_ESCAPES[character];
      out += short && !random.chance(0.1) ? short : unicodeEscape(character, random);
    } else if (escapeEverything && random.chance(0.3)) {
      out += character === "/" ? "\\/" : [...character.split("")].map((unit) => unicodeEscape(unit, random)).join("");
    } else {
      out += character;
    }
  }
  return `${out}"`;
}

/** JSON text of `value`. `style`: {random, escapes, spaces, duplicates}, the last three being probabilities. */
export function writeJson(value, style) {
  const { random } = style;
  const space = () => (random.chance(style.spaces) ? random.pick([" ", "  ", "\t", " \t "]) : "");
  if (value instanceof Source) return value.text;
  if (typeof value === "string") return writeString(value, style);
  if (Array.isArray(value)) {
    return `[${space()}${value.map((item) => writeJson(item ?? null, style) + space()).join(`,${space()}`)}]`;
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = [];
  // A Map keeps an order of keys that an object would not: integer-like ones come first there.
  for (const [key, member] of value instanceof Map ? value : Object.entries(value)) {
    if (member === undefined) continue;
    const written = `${writeString(key, style)}${space()}:${space()}${writeJson(member, style)}`;
    if (random.chance(style.duplicates)) {
      // The first place and the last value count.
      const decoy = random.pick(["null", "0", '"decoy"', "{}", "[1]", '"message"', "true"]);
      const position = random.integer(0, members.length);
      members.splice(position, 0, `${writeString(key, style)}:${decoy}`);
    }
    members.push(written + space());
  }
  return `{${space()}${members.join(`,${space()}`)}}`;
}

/** Bytes of JSON text in which some characters stand for broken bytes. */
export function toBytes(text) {
  const parts = text.split(/([\ue000-\ue007])/u);
  return Buffer.concat(parts.map((part) => Buffer.from(BROKEN_BYTES.get(part) ?? part)));
}

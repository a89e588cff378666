// Arbitrary JSON values: tool arguments, details, unknown fields. Numbers and keys are where JavaScript has its own way.

import { Source } from "./json.mjs";

const NUMBERS = [
  "0", "-0", "1", "-1", "1.5", "1e21", "1E+21", "123456789012345678901234567890", "9007199254740993", "1e400", "-1e400", "5e-324", "1e-7",
  "0.000001", "0.0000001", "1e20", "100000000000000000000", "1e5", "1.0", "1.50", "2e-10", "4.35", "0.1e1", "1234567.891e-3", "1.7976931348623157e308", "2147483648", "-0.0",
];
const KEYS = ["a", "b", "path", "2", "10", "1", "0", "01", "-1", "4294967294", "4294967295", "4294967296", "__proto__", "constructor", "toString", "", "key with space", "ключ", "\u2028", "length", "\ud83d"];

export function number(random) {
  return new Source(random.pick(NUMBERS));
}

export function value(random, texts, depth = 3) {
  const kinds = { string: 5, number: 4, boolean: 1, null: 1, ...(depth > 0 ? { object: 2, array: 2 } : {}) };
  switch (random.weighted(kinds)) {
    case "string":
      return random.chance(0.5) ? texts.word() : texts.phrase(random.integer(0, 5));
    case "number":
      return number(random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "object":
      return object(random, texts, depth - 1);
    default:
      return Array.from({ length: random.integer(0, 4) }, () => value(random, texts, depth - 1));
  }
}

export function object(random, texts, depth = 2) {
  const members = new Map();
  const count = random.integer(0, 5);
  for (let index = 0; index < count; index += 1) members.set(random.pick(KEYS), value(random, texts, depth));
  return members;
}

/** A value nested deeper than most parsers allow. */
export function deep(random) {
  const depth = random.pick([130, 200, 1000]);
  return random.chance(0.5)
    ? new Source("[".repeat(depth) + "]".repeat(depth))
    : new Source('{"a":'.repeat(depth) + "1" + "}".repeat(depth));
}

// Equality under JSON, and where two values first part.

import { UNRENDERABLE } from "./pi.mjs";

/** What a value is once it has been through JSON; `undefined` stays. */
export function throughJson(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** `null` if both are equal, else `{path, pi, ours}` of the first difference. The order of keys is not compared. */
export function firstDifference(pi, ours) {
  const pairs = [[pi, ours, "$"]];
  while (pairs.length > 0) {
    const [left, right, path] = pairs.pop();
    if (left === UNRENDERABLE && right !== undefined) continue;
    if (left === null || right === null || typeof left !== "object" || typeof right !== "object") {
      if (left !== right) return { path, pi: left, ours: right };
      continue;
    }
    if (Array.isArray(left) !== Array.isArray(right)) return { path, pi: left, ours: right };
    const keys = Object.keys(left);
    const added = Object.keys(right).find((key) => !Object.hasOwn(left, key));
    if (added !== undefined) return { path: `${path}.${added}`, pi: undefined, ours: right[added] };
    for (const key of keys.reverse()) {
      pairs.push([left[key], Object.hasOwn(right, key) ? right[key] : undefined, Array.isArray(left) ? `${path}[${key}]` : `${path}.${key}`]);
    }
  }
  return null;
}

/** A value in a line or so, for a report. */
export function show(value) {
  const text = value === undefined ? "undefined" : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text;
}

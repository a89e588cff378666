// Both sides of one session, and how their ids, where each made its own, belong together.

import { firstDifference, throughJson } from "./compare.mjs";
import { functions as piFunctions } from "./pi.mjs";

export class Pair {
  #ourIds = new Map();
  #places = [];
  #functions;

  /** `functions` are the package's over messages. */
  constructor(pi, session, functions) {
    this.pi = pi;
    this.session = session;
    this.#functions = functions;
    const ourIds = session.getEntries().map((entry) => entry.id);
    for (const [place, id] of pi.getEntries().map((entry) => entry.id).entries()) this.#join(id, ourIds[place]);
  }

  #join(piId, ourId) {
    this.#places.push([piId, ourId]);
    if (piId !== ourId) this.#ourIds.set(piId, ourId);
  }

  /** To be called when both may have made an entry. */
  joinLeaves() {
    const [piId, ourId] = [this.pi.getLeafId(), this.session.getLeafId()];
    if (this.pi.getEntryCount() > this.#places.length && this.session.getEntryCount() > this.#places.length) this.#join(piId, ourId);
  }

  /** Pi's value with our ids. */
  #translate(value) {
    if (value === undefined || this.#ourIds.size === 0) return throughJson(value);
    return JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === "string" ? this.#renamed(inner) : inner));
  }

  #renamed(text) {
    // The row of a context edit names its target.
    if (text.startsWith("[context ")) return text.replace(/[^ \]]+(?=\]$)/, (id) => this.#ourIds.get(id) ?? id);
    return this.#ourIds.get(text) ?? text;
  }

  /** The first difference of what both answer, and Pi's answer; or what Pi threw. */
  ask(run) {
    const expected = attempt(() => run(this.pi, (place) => this.#places[place][0], piFunctions));
    if (expected.error) return { failure: expected.error };
    const actual = attempt(() => throughJson(run(this.session, (place) => this.#places[place][1], this.#functions)));
    this.joinLeaves();
    const value = this.#translate(expected.value);
    const difference = actual.error ? { path: "$", pi: value, ours: `threw ${actual.error}` } : firstDifference(value, actual.value);
    return { value, difference };
  }

  /** What both make of the entry at a place: another session each. */
  next(make, place) {
    const [piId, ourId] = this.#places[place];
    const next = new Pair(make(this.pi, piId), make(this.session, ourId), this.#functions);
    // Entries may name others that did not come along.
    for (const [old, ours] of this.#ourIds) {
      if (!next.#ourIds.has(old)) next.#ourIds.set(old, ours);
    }
    return next;
  }

  free() {
    this.pi.free();
    this.session.free();
  }
}

function attempt(call) {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
}

// A random history of one session: operations of every kind, sessions made of it that it goes on with, and a look at the whole
// after each.

import { FILTERS, flattenTree, summaryCalls } from "./calls.mjs";
import { comparableHeader, operations } from "./operations.mjs";

const STEPS = 25;
const SUMMARIES = 4;

/** What an operation may change, in one value. */
function look(session) {
  const entries = session.getEntries();
  return {
    leaf: session.getLeafId(),
    leafEntry: session.getLeafEntry() ?? null,
    count: session.getEntryCount(),
    ids: entries.map((entry) => entry.id),
    newest: entries.at(-1) ?? null,
    name: session.getSessionName() ?? null,
    labels: entries.map((entry) => session.getLabel(entry.id) ?? null),
    tree: flattenTree(session.getTree()).flat.map(({ entry, children, label, labelTimestamp }) => [entry.id, children, label ?? null, labelTimestamp ?? null]),
    branch: session.getBranch().map((entry) => entry.id),
    contextEntries: session.buildContextEntries().map((entry) => entry.id),
    context: session.buildSessionContext(),
  };
}

/** Ways in which a history goes on with another session, made of the one before. */
const OFFSPRING = [
  ["createBranchedSession", (session, id) => settled(session.createBranchedSession(id))],
  ["fork", (session) => settled(session.fork({ cwd: "/elsewhere" }))],
  ["reopened", (session) => session.constructor.parse(session.toJsonl())],
];

/** Pi writes a new session's file when it gets its first answer; ours has one at once. */
function settled(session) {
  return session.settled?.() ?? session;
}

/** The steps of a history: `{call, run, mayThrow?, operation?}` to ask both, or `{pair}` where it goes on with another session. */
export function* history(first, random, seed) {
  let pair = first;
  for (let turn = 0; turn < STEPS; turn += 1) {
    const count = pair.pi.getEntryCount();
    if (count > 0 && random.chance(0.06)) {
      const place = random.integer(0, count - 1);
      const [operation, make] = random.pick(OFFSPRING);
      pair = pair.next(make, place);
      yield { pair };
      yield { call: `header of ${operation}(entry ${place})`, run: (session) => comparableHeader(session.getHeader()), operation };
    } else {
      for (const [call, run] of operations(pair.pi, seed * 100 + turn, 1)) yield { call: `${call} (step ${turn})`, run, operation: call.slice(0, call.indexOf("(")) };
    }
    yield { call: `look after step ${turn}`, run: look };
  }
  yield { call: "getEntries() of the history", run: (session) => session.getEntries() };
  yield { call: "buildSessionProjection() of the history", run: (session) => session.buildSessionProjection() };
  for (const filter of FILTERS) yield { call: `treeRows(${filter}) of the history`, run: (session) => session.treeRows({ filter }) };
  for (const [call, run, mayThrow] of summaryCalls(pair.pi, random, SUMMARIES)) yield { call: `${call} of the history`, run, mayThrow };
}

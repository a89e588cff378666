// The calls made on both sides. Entries are named by their place in the file, since ids made for old files differ.

import { UNRENDERABLE } from "./pi.mjs";
import { Random } from "./random.mjs";

export const FILTERS = ["default", "no-tools", "user-only", "labeled-only", "all"];
const LEAVES = 5;
/** Pi throws in this call at contents that it does not expect; then there is nothing to compare. */
const MAY_THROW = true;

/** What the call gives, or a mark that stands for Pi's having crashed in it. */
function orCrash(call) {
  try {
    return call() ?? null;
  } catch {
    return UNRENDERABLE;
  }
}

/** A tree as a flat list in depth-first order: nesting has no limit, `JSON.stringify` has one. */
export function flattenTree(roots) {
  const flat = [];
  const stack = [...roots].reverse();
  while (stack.length > 0) {
    const { children, ...node } = stack.pop();
    flat.push({ ...node, children: children.map((child) => child.entry.id) });
    for (let index = children.length - 1; index >= 0; index -= 1) stack.push(children[index]);
  }
  return { roots: roots.map((root) => root.entry.id), flat };
}

/** A piece of what some row is searched by, sometimes two, sometimes in capitals, sometimes one that is nowhere. */
function makeQuery(random, pi, ids, mayNameIds) {
  const pieces = [];
  for (let count = random.chance(0.3) ? 2 : 1; count > 0; count -= 1) {
    const text = pi.searchableText(random.pick(ids));
    const start = random.integer(0, Math.max(0, text.length - 1));
    const piece = text.slice(start, start + random.integer(1, 12));
    // Half a surrogate pair can't cross into WebAssembly; there it is the replacement character.
    if (!piece.isWellFormed() || piece.includes("\ufffd")) continue;
    // Searching a context edit finds its target's id, and ids that each side made differ.
    if (mayNameIds || piece.split(/\s+/).every((word) => /[^0-9a-f-]/i.test(word) || word === "")) pieces.push(piece);
  }
  const query = random.chance(0.1) ? "no such text" : pieces.join(random.pick([" ", "\t", "\u2028"]));
  return random.chance(0.3) ? query.toUpperCase() : query;
}

/**
 * The calls for one session, as `[name, run(session, idAt, functions), mayThrow]`. `idAt(place)` is the id of an entry on that side. What to ask
 * depends on Pi's answers, never on ours. `brief` leaves out most leaves and rows.
 */
export function* calls(pi, seed, { brief = false } = {}) {
  const random = new Random(seed ^ 0x5eed);
  const entries = pi.getEntries();
  const ids = entries.map((entry) => entry.id);
  const places = ids.map((_, place) => place);
  const absent = [...new Set(entries.map((entry) => entry.parentId).filter((id) => typeof id === "string" && !ids.includes(id))), "nowhere!", ""];

  yield ["getHeader()", (session) => session.getHeader()];
  yield ["getSessionId()", (session) => session.getSessionId()];
  yield ["getSessionName()", (session) => session.getSessionName()];
  yield ["getEntryCount()", (session) => session.getEntryCount()];
  yield ["getEntries()", (session) => session.getEntries()];
  yield ["getLeafId()", (session) => session.getLeafId()];
  yield ["getLeafEntry()", (session) => session.getLeafEntry()];
  yield ["getEntry(every id)", (session, idAt) => places.map((place) => session.getEntry(idAt(place)))];
  yield ["getEntry(absent)", (session) => absent.map((id) => session.getEntry(id) ?? "none")];
  yield ["getLabel(every id)", (session, idAt) => places.map((place) => session.getLabel(idAt(place)) ?? null)];
  yield ["getChildren(every id)", (session, idAt) => places.map((place) => session.getChildren(idAt(place)).map((entry) => entry.id))];
  yield ["getChildren(null)", (session) => session.getChildren(null)];
  yield ["getChildren(absent)", (session) => absent.map((id) => session.getChildren(id))];
  yield ["getTree()", (session) => flattenTree(session.getTree())];
  yield ["getBranch()", (session) => session.getBranch()];
  yield ["getBranch(absent)", (session) => absent.map((id) => session.getBranch(id))];
  for (const place of random.sample(places, LEAVES)) {
    yield [`getBranch(entry ${place})`, (session, idAt) => session.getBranch(idAt(place))];
  }
  yield ["stats()", (session) => session.stats(), MAY_THROW];
  yield ["costBreakdown()", (session) => session.costBreakdown(), MAY_THROW];
  yield ["cacheWaste()", (session) => session.cacheWaste(), MAY_THROW];
  yield ["branch(absent)", (session) => throws(() => session.branch("nowhere!"))];

  const parents = new Set(entries.map((entry) => entry.parentId));
  const tips = places.filter((place) => !parents.has(ids[place]));
  const leaves = brief ? [undefined] : [undefined, ...new Set([...random.sample(tips, LEAVES), ...random.sample(places, LEAVES)]), null];
  for (const leaf of leaves) {
    const at = leaf === undefined ? "" : leaf === null ? " after resetLeaf()" : ` after branch(entry ${leaf})`;
    const move = (session, idAt) => {
      if (leaf === null) session.resetLeaf();
      else if (leaf !== undefined) session.branch(idAt(leaf));
    };
    yield [`getLeafId()${at}`, (session, idAt) => { move(session, idAt); return session.getLeafId(); }];
    yield [`buildContextEntries()${at}`, (session) => session.buildContextEntries()];
    yield [`buildSessionProjection()${at}`, (session) => session.buildSessionProjection()];
    yield [`buildSessionContext()${at}`, (session) => session.buildSessionContext()];
    const llm = (session, functions) => functions.convertToLlm(session.buildSessionContext().messages);
    yield [`convertToLlm()${at}`, (session, _, functions) => llm(session, functions)];
    yield [`serializeConversation()${at}`, (session, _, functions) => functions.serializeConversation(llm(session, functions)), MAY_THROW];
    yield [`serializeConversation(each)${at}`, (session, _, functions) => llm(session, functions).map((message) => orCrash(() => functions.serializeConversation([message])))];
    yield [`estimateTokens(each)${at}`, (session, _, functions) => session.buildSessionContext().messages.map((message) => orCrash(() => functions.estimateTokens(message)))];
    yield [`contextTokens()${at}`, (session) => session.contextTokens(), MAY_THROW];
    for (const [call, run, mayThrow] of summaryCalls(pi, random, 1)) yield [`${call}${at}`, run, mayThrow];
    yield* rowCalls(pi, random, ids, at, brief);
  }
}

/** What would be summarised, with `count` random moves of the leaf, budgets and settings. */
export function* summaryCalls(pi, random, count) {
  const places = pi.getEntries().map((_, place) => place);
  const tokens = () => random.pick([0, 1, 20, 200, random.integer(0, 100), random.integer(0, 2000), random.integer(0, 20_000)]);
  for (let turn = 0; turn < count; turn += 1) {
    const settings = random.pick([undefined, {}, { keepRecentTokens: tokens() }, { keepRecentTokens: tokens() }, { keepRecentTokens: tokens(), reserveTokens: tokens() }, { reserveTokens: tokens() }]);
    yield [`prepareCompaction(${JSON.stringify(settings)})`, (session) => session.prepareCompaction(settings) ?? "nothing", MAY_THROW];
    if (places.length === 0) continue;
    const [from, to] = [random.chance(0.1) ? null : random.pick(places), random.pick(places)];
    const budget = random.pick([undefined, tokens(), tokens()]);
    const ends = (idAt) => [from === null ? null : idAt(from), idAt(to)];
    const text = (session, idAt, functions) => functions.serializeConversation(functions.convertToLlm(session.prepareBranchSummary(...ends(idAt), budget).messages));
    yield [`entriesForBranchSummary(${from}, ${to})`, (session, idAt) => session.entriesForBranchSummary(...ends(idAt))];
    yield [`prepareBranchSummary(${from}, ${to}, ${budget})`, (session, idAt) => session.prepareBranchSummary(...ends(idAt), budget), MAY_THROW];
    yield [`serializeConversation(prepareBranchSummary(${from}, ${to}, ${budget}))`, text, MAY_THROW];
  }
}

function* rowCalls(pi, random, ids, at, brief) {
  for (const filter of brief ? ["all"] : FILTERS) {
    const queries = ids.length === 0 ? ["", "x"] : ["", "", makeQuery(random, pi, ids, !brief)];
    for (const [turn, query] of queries.entries()) {
      // The first turn has neither query nor folds, the second has folds, the third a query and perhaps folds.
      const rows = turn === 1 || (turn === 2 && random.chance(0.5)) ? pi.treeRows({ filter, query }) : [];
      const foldable = rows.filter((row) => row.foldable);
      const foldedIds = [...random.sample(foldable, random.integer(1, 3)).map((row) => row.id), ...(random.chance(0.2) && ids.length > 0 ? [random.pick(ids)] : [])];
      const folded = rows.length === 0 ? [] : foldedIds.map((id) => ids.indexOf(id));
      if (turn === 1 && folded.length === 0) continue;
      const options = (idAt) => ({ filter, query, folded: folded.map(idAt) });
      const name = JSON.stringify({ filter, query, folded });
      yield [`treeRows(${name})${at}`, (session, idAt) => session.treeRows(options(idAt))];
      yield [`treeRowCount(${name})${at}`, (session, idAt) => session.treeRowCount(options(idAt))];
      if (turn === 0) {
        const window = { start: random.integer(0, 20), count: random.integer(0, 10) };
        yield [`treeRows(${name}, a window)${at}`, (session, idAt) => session.treeRows({ ...options(idAt), ...window })];
      }
    }
  }
}

function throws(call) {
  try {
    call();
    return "no error";
  } catch {
    return "an error";
  }
}

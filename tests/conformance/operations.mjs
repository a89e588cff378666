// Operations that change a session, the same ones on both sides. Ids that they make differ and are mapped as they come.

import { moveClock } from "./clock.mjs";
import { Random } from "./random.mjs";
import { writeJson } from "./generate/json.mjs";
import { Messages } from "./generate/messages.mjs";
import { Texts } from "./generate/text.mjs";
import * as values from "./generate/values.mjs";

/** What the generator makes for files, as a value that a caller could pass. */
function plain(value) {
  const style = { random: { chance: () => false }, escapes: 0, spaces: 0, duplicates: 0 };
  return value === undefined ? undefined : JSON.parse(writeJson(value, style));
}

/** `[name, arguments]`; an argument `{place}` stands for the id of the entry there. */
function randomOperation(random, texts, messages, count) {
  const place = () => (count() > 0 && random.chance(0.95) ? { place: random.integer(0, count() - 1) } : "nowhere!");
  const recent = () => (count() > 0 ? { place: Math.max(0, count() - random.integer(1, 6)) } : "nowhere!");
  // Half a surrogate pair can't cross into WebAssembly as a string.
  const text = (words) => texts.phrase(words).toWellFormed();
  // A caller may pass what JSON leaves out or writes otherwise.
  const details = () => random.pick([undefined, undefined, null, plain(values.value(random, texts)), plain(values.value(random, texts)), { absent: undefined, list: [undefined, -0, 1e21], at: new Date(0) }]);
  const usage = () => (random.chance(0.5) ? undefined : plain(messages.usage()) ?? null);
  const flag = () => random.pick([undefined, true, false]);
  switch (random.weighted({ message: 6, model: 1, level: 1, usage: 1, compaction: 1.5, custom: 1, custom_message: 1.5, name: 1, edit: 4, label: 3, summary: 1.5, branch: 2, reset: 0.3 })) {
    case "message":
      return ["appendMessage", plain(random.pick([() => messages.user(), () => messages.assistant(), () => messages.toolResult(), () => messages.bashExecution(), () => messages.system()])())];
    case "model":
      return ["appendModelChange", text(1), text(1)];
    case "level":
      return ["appendThinkingLevelChange", random.pick(["off", "high", ""])];
    case "usage":
      return ["appendUsage", "title", text(1), text(1), plain(messages.usage()) ?? null, random.pick([undefined, "", text(2)])];
    case "compaction":
      return ["appendCompaction", text(), random.pick([null, recent(), place(), "gone"]), random.pick([random.integer(0, 1e6), 0, -0, 0.1 + 0.2, 1e21, 499.5]), details(), flag(), usage()];
    case "custom":
      return ["appendCustomEntry", text(1), details()];
    case "custom_message":
      return ["appendCustomMessageEntry", text(1), random.chance(0.5) ? text() : [plain(messages.textBlock()), plain(messages.imageBlock())], random.chance(0.5), details()];
    case "name":
      return ["appendSessionInfo", random.pick(["", " ", "\r\n", "\n"]) + text(3) + random.pick(["", "\r\n\r\nmore", "\u2028"])];
    case "edit":
      return ["appendContextEdit", random.chance(0.7) ? recent() : place(), random.chance(0.4) ? null : { content: random.chance(0.5) ? texts.message() : [plain(messages.textBlock())] }];
    case "label":
      return ["appendLabelChange", place(), random.chance(0.3) ? random.pick([undefined, ""]) : text(2)];
    case "summary":
      return ["branchWithSummary", random.chance(0.2) ? null : place(), text(), details(), flag(), usage()];
    case "branch":
      return ["branch", place()];
    default:
      return ["resetLeaf"];
  }
}

/** `count` operations for a seed, with what each answered: the entry that it made, or that it refused. */
export function* operations(pi, seed, count) {
  const random = new Random(seed ^ 0xabcdef);
  const texts = new Texts(random);
  texts.brokenBytes = 0;
  const messages = new Messages(random, texts, "appended");
  const places = () => pi.getEntryCount();
  for (let turn = 0; turn < count; turn += 1) {
    moveClock(random.integer(0, 5000));
    const [name, ...args] = randomOperation(random, texts, messages, places);
    const shown = `${name}(${args.map((arg) => JSON.stringify(arg) ?? "undefined").join(", ").slice(0, 200)})`;
    yield [shown, (session, idAt) => {
      try {
        session[name](...args.map((arg) => (typeof arg?.place === "number" ? idAt(arg.place) : arg)));
      } catch (error) {
        // Pi refuses with plain errors; any other is a crash, which the generator is not to provoke.
        if (error.name !== "Error" && error.name !== "SessionError") throw error;
        return "refused";
      }
      return session.getLeafEntry() ?? "before the first entry";
    }];
  }
}

const HEADER_FIELDS_OF_ITS_OWN = new Set(["id", "timestamp", "cwd", "parentSession"]);

export function comparableHeader(header) {
  return Object.fromEntries(Object.entries(header).filter(([key]) => !HEADER_FIELDS_OF_ITS_OWN.has(key)));
}

function parseLines(bytes) {
  return new TextDecoder("utf-8").decode(bytes).split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line)].filter(Boolean);
    } catch {
      return [];
    }
  });
}

/** The sessions and files that a session gives, as `[name, run]`; `run` answers a value that both sides must agree on. */
export function* offspring(pi, seed) {
  const random = new Random(seed ^ 0x0ff5);
  const places = pi.getEntries().map((_, place) => place);
  const whole = (source, session) => {
    const known = new Set(source.getEntries().map((entry) => entry.id));
    const entries = session.getEntries();
    // Label entries are made anew; their ids are named by their place.
    const fresh = new Map(entries.map((entry, place) => [entry.id, `new entry ${place}`]).filter(([id]) => !known.has(id)));
    const rename = (_, value) => (typeof value === "string" ? (fresh.get(value) ?? value) : value);
    const result = { header: comparableHeader(session.getHeader()), entries, leaf: session.getLeafId(), name: session.getSessionName() ?? null };
    const renamed = JSON.parse(JSON.stringify(result), rename);
    session.free();
    return renamed;
  };
  yield ["toJsonl(), parsed", (session) => parseLines(session.toJsonl())];
  for (const place of random.sample(places, 3)) {
    yield [`branchToJsonl(entry ${place}), parsed`, (session, idAt) => parseLines(session.branchToJsonl(idAt(place))).map((record, line) => (line === 0 ? { type: record.type, version: record.version, id: record.id } : record))];
    yield [`createBranchedSession(entry ${place})`, (session, idAt) => whole(session, session.createBranchedSession(idAt(place)))];
  }
  yield ["createBranchedSession(absent)", (session) => {
    try {
      session.createBranchedSession("nowhere!").free();
      return "a session";
    } catch {
      return "refused";
    }
  }];
  yield ["fork()", (session) => whole(session, session.fork({ cwd: "/elsewhere", id: "forked-1" }))];
}

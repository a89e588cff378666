// The records of one session: a header and entries of every type, hung into a tree of a chosen shape.

import { Source } from "./json.mjs";
import { Messages } from "./messages.mjs";
import { Texts } from "./text.mjs";
import * as values from "./values.mjs";

const ENTRY_WEIGHTS = {
  user: 5, assistant: 8, toolResult: 5, bashExecution: 1, system: 0.6, rare: 0.4, custom_message: 1, branch_summary: 0.7, compaction: 0.7, context_edit: 1.2,
  model_change: 0.8, thinking_level_change: 0.8, usage: 0.5, custom: 1, label: 1.2, session_info: 0.5, unknown: 0.3,
};
const UNKNOWN_TYPES = ["title_change", "service_tier_change", "leaf", "mystery<b>", "", "Message", "__proto__"];
const EDITABLE_ROLES = new Set(["user", "assistant", "toolResult"]);

/** Shapes: how likely a new entry hangs from somewhere else than the entry before it. */
const SHAPES = {
  chain: { branch: 0, root: 0, orphan: 0, later: 0 },
  twigs: { branch: 0.12, root: 0.01, orphan: 0.01, later: 0.02 },
  bushy: { branch: 0.45, root: 0.02, orphan: 0.02, later: 0.05 },
  fan: { branch: 0.9, root: 0, orphan: 0.01, later: 0, hub: true },
  forest: { branch: 0.2, root: 0.15, orphan: 0.15, later: 0.05 },
};

class SessionBuilder {
  constructor(random) {
    this.random = random;
    this.texts = new Texts(random);
    this.tag = random.hex(4);
    this.messages = new Messages(random, this.texts, this.tag);
    this.shape = SHAPES[random.weighted({ chain: 2, twigs: 5, bushy: 3, fan: 1, forest: 2 })];
    this.version = Number(random.weighted({ 1: 2, 2: 2, 3: 8 }));
    this.strange = this.messages.strange;
    this.oddIds = random.chance(0.15);
    this.clock = Date.parse("2025-06-01T08:00:00.000Z") + random.integer(0, 1e9);
    this.clockBack = random.pick([0, 0.05, 0.5]);
    this.weights = { ...ENTRY_WEIGHTS };
    // Some sessions lean towards one type, so that several of it meet on one path.
    if (random.chance(0.6)) this.weights[random.pick(Object.keys(ENTRY_WEIGHTS))] *= 6;
    this.entries = [];
    this.usedIds = new Set();
  }

  count() {
    const { random } = this;
    const ranges = { empty: [0, 0], tiny: [1, 4], small: [5, 40], middle: [41, 150], large: [300, 900] };
    return random.integer(...ranges[random.weighted({ empty: 0.3, tiny: 1.5, small: 8, middle: 4, large: 0.6 })]);
  }

  id() {
    const { random } = this;
    let id;
    do {
      id = this.oddIds && random.chance(0.3)
        ? random.pick([`${random.integer(0, 99)}`, "__proto__", "constructor", "root", "null", `<i>${random.hex(3)}</i>`, `đ ${random.hex(2)}`, `${random.hex(8)}-${random.hex(4)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`])
        : random.hex(8);
    } while (this.usedIds.has(id));
    this.usedIds.add(id);
    return id;
  }

  timestamp() {
    const { random } = this;
    const step = random.chance(0.1) ? 0 : random.integer(1, 90_000);
    this.clock += random.chance(this.clockBack) ? -step * 3 : step;
    const iso = new Date(this.clock).toISOString();
    if (!random.chance(this.strange)) return iso;
    return random.pick([
      iso.replace(/\.\d+Z/, "Z"), iso.replace("Z", "+05:30"), iso.replace("Z", "-08:00"), iso.slice(0, 10), iso.slice(0, 16), iso.replace("Z", ""),
      iso.replace("Z", "456Z"), iso.replace("Z", "456789+00:00"), "yesterday", "", undefined, this.clock, new Source("1e13"),
    ]);
  }

  parentId(index) {
    const { random, shape, entries } = this;
    if (index === 0) return random.chance(this.strange) ? random.pick(["gone0000", undefined]) : null;
    if (random.chance(shape.root)) return null;
    if (random.chance(shape.orphan)) return random.pick(["gone0000", "gone1111", "", new Source("5")]);
    if (random.chance(shape.branch)) {
      if (shape.hub) return entries[Math.min(index - 1, 2)].id;
      return random.chance(0.5) ? random.pick(entries).id : entries[Math.max(0, index - random.integer(1, 6))].id;
    }
    return entries[index - 1].id;
  }

  /** The entries from the root to the one that a new entry hangs from. */
  pathTo(parentId) {
    const path = [];
    for (let entry = this.byId(parentId); entry !== undefined; entry = this.byId(entry.parentId)) path.unshift(entry);
    return path;
  }

  byId(id) {
    return typeof id === "string" ? this.index?.get(id) : undefined;
  }

  build() {
    const { random } = this;
    this.index = new Map();
    const count = this.count();
    for (let index = 0; index < count; index += 1) {
      const id = this.id();
      const parentId = this.parentId(index);
      const kind = index === 0 && random.chance(0.3) ? "system" : this.kindAfter(this.byId(parentId));
      const body = this.body(kind, id, parentId);
      const entry = { ...(typeof body.type === "string" ? { type: body.type } : {}), id, parentId, timestamp: this.timestamp(), ...body };
      if (random.chance(this.strange)) entry.futureField = values.value(random, this.texts);
      this.entries.push(entry);
      this.index.set(id, entry);
    }
    this.calmSiblings();
    this.moveSomeLater();
    const records = this.version === 1 ? this.asVersion1() : this.entries;
    return { header: this.header(), entries: records };
  }

  header() {
    const { random, texts, version } = this;
    const newest = version === 3 ? random.pick([3, 3, 3, 3, 3, 4, 9]) : version;
    return {
      type: "session",
      version: version === 1 ? random.pick([undefined, undefined, 1, null, 0]) : newest,
      id: random.pick([`019${random.hex(5)}-${random.hex(4)}-7${random.hex(3)}-9${random.hex(3)}-${random.hex(12)}`, "s.1_x-y", texts.phrase(1)]),
      timestamp: random.chance(this.strange) ? undefined : "2025-06-01T08:00:00.000Z",
      cwd: random.chance(this.strange) ? random.pick([undefined, null, 5, ""]) : "/home/someone/project",
      ...(random.chance(0.2) ? { parentSession: "/home/someone/old.jsonl" } : {}),
      ...(version === 1 && random.chance(0.5) ? { provider: "anthropic", modelId: "claude", thinkingLevel: "high" } : {}),
      ...(random.chance(0.1) ? { futureField: values.value(random, texts) } : {}),
    };
  }

  /** Conversations alternate; the rest is strewn in. */
  kindAfter(parent) {
    const { random } = this;
    const previous = parent?.message;
    if (previous?.role === "user" && random.chance(0.6)) return "assistant";
    if (previous?.role === "assistant" && Array.isArray(previous.content) && previous.content.some((block) => block?.type === "toolCall") && random.chance(0.7)) return "toolResult";
    return random.weighted(this.weights);
  }

  body(kind, id, parentId) {
    const { random, texts, messages, strange } = this;
    const odd = (normal, ...others) => (random.chance(strange) ? random.pick(others) : normal);
    switch (kind) {
      case "user":
      case "assistant":
      case "bashExecution":
      case "system":
        return { type: "message", message: messages[kind]() };
      case "rare":
        return { type: "message", message: messages.rare(this.version) };
      case "toolResult":
        return { type: "message", message: messages.toolResult(this.callFor(parentId)) };
      case "custom_message":
        return { type: "custom_message", customType: odd(texts.name(), undefined, null), content: messages.content(), display: odd(random.chance(0.7), undefined, "no"), ...(random.chance(0.4) ? { details: values.value(random, texts) } : {}) };
      case "branch_summary":
        return { type: "branch_summary", fromId: random.pick(["root", "unknown", this.someId()]), summary: odd(texts.message(), undefined, null), ...(random.chance(0.3) ? { details: { readFiles: ["a"], modifiedFiles: [] }, fromHook: random.chance(0.5) } : {}), ...(random.chance(0.3) ? { usage: messages.usage() } : {}) };
      case "compaction":
        return {
          type: "compaction", summary: odd(texts.message(), undefined), firstKeptEntryId: this.firstKept(id, parentId), tokensBefore: odd(random.integer(0, 300_000), new Source("-2500"), new Source("1e30"), -400, 499.5, 1500),
          ...(random.chance(0.5) ? { systemMessage: odd(this.checkpoint(), null, {}) } : {}),
          ...(random.chance(0.3) ? { details: { readFiles: [], modifiedFiles: ["b"] }, fromHook: random.chance(0.5) } : {}),
          ...(random.chance(0.3) ? { usage: messages.usage() } : {}),
        };
      case "context_edit":
        return { type: "context_edit", targetId: this.editTarget(id, parentId), replacement: random.chance(0.4) ? null : { content: odd(random.chance(0.5) ? texts.message() : [messages.textBlock()], null, undefined, [], 5) } };
      case "model_change":
        return { type: "model_change", provider: "openai", modelId: odd(random.pick(["gpt-5.2", "claude-opus-4-5", texts.phrase(2)]), undefined, null) };
      case "thinking_level_change":
        return { type: "thinking_level_change", thinkingLevel: odd(random.pick(["off", "low", "high", "xhigh"]), null, "") };
      case "usage":
        return { type: "usage", kind: this.entries.length % 2 === 0 ? "title" : "cache_warm", provider: "openai", model: "small", usage: messages.usage(), ...(random.chance(0.3) ? { note: texts.phrase() } : {}) };
      case "custom":
        return { type: "custom", customType: odd(texts.name(), undefined, null), ...(random.chance(0.7) ? { data: values.value(random, texts) } : {}) };
      case "label":
        return { type: "label", targetId: this.someId(), label: random.chance(0.25) ? random.pick([undefined, "", null]) : texts.phrase(random.integer(1, 2)) };
      case "session_info":
        return { type: "session_info", name: random.chance(0.2) ? random.pick([undefined, "", null, " \ufeff "]) : random.pick(["", " ", "\n"]) + texts.phrase(3) };
      default:
        return { type: random.chance(0.9) ? random.pick(UNKNOWN_TYPES) : undefined, ...(random.chance(0.5) ? { message: { role: "user", content: "not a message" } } : {}), ...(random.chance(0.3) ? { summary: "x", targetId: this.someId(), label: "no label" } : {}) };
    }
  }

  /** A compaction's system message. Pi replays it unprojected, so it has a content. */
  checkpoint() {
    const message = this.messages.system();
    return { ...message, content: message.content ?? "" };
  }

  someId() {
    return this.entries.length > 0 && this.random.chance(0.9) ? this.random.pick(this.entries).id : "gone2222";
  }

  /** A tool call on the path to answer, most often the nearest. */
  callFor(parentId) {
    const calls = this.pathTo(parentId).slice(-12).flatMap((entry) => {
      const content = entry.message?.role === "assistant" && entry.type === "message" ? entry.message.content : null;
      return Array.isArray(content) ? content.filter((block) => block?.type === "toolCall") : [];
    });
    if (calls.length === 0) return undefined;
    return this.random.chance(0.8) ? calls.at(-1) : this.random.pick(calls);
  }

  firstKept(id, parentId) {
    const { random } = this;
    const path = this.pathTo(parentId);
    const kinds = { path: 5, recent: 4, label: 1, compaction: 1, absent: 0.7, own: 0.7, elsewhere: 0.5, missing: 0.3 };
    const labels = path.filter((entry) => entry.type === "label");
    const compactions = path.filter((entry) => entry.type === "compaction");
    switch (random.weighted(kinds)) {
      case "recent":
        return path.at(-random.integer(1, 5))?.id ?? path.at(-1)?.id;
      case "label":
        return (labels.length > 0 ? random.pick(labels) : path.at(-1))?.id;
      case "compaction":
        return (compactions.length > 0 ? random.pick(compactions) : path.at(-1))?.id;
      case "absent":
        return "gone3333";
      case "own":
        return id;
      case "elsewhere":
        return this.someId();
      case "missing":
        return undefined;
      default:
        return path.length > 0 ? random.pick(path).id : "gone3333";
    }
  }

  editTarget(id, parentId) {
    const { random } = this;
    const path = this.pathTo(parentId);
    const editable = path.filter((entry) => entry.type === "custom_message" || (entry.type === "message" && EDITABLE_ROLES.has(entry.message.role)));
    const target = random.weighted({ editable: 6, path: 3, anywhere: 1, own: 0.2 });
    if (target === "own") return id;
    if (target === "anywhere" || path.length === 0) return this.someId();
    return random.pick(target === "editable" && editable.length > 0 ? editable : path).id;
  }

  /** Pi's order of siblings is undefined where a time is unreadable, so such times stay with only children. */
  calmSiblings() {
    const families = new Map();
    for (const entry of this.entries) {
      const key = typeof entry.parentId === "string" ? entry.parentId : null;
      if (!families.has(key)) families.set(key, []);
      families.get(key).push(entry);
    }
    for (const family of families.values()) {
      if (family.length < 2) continue;
      for (const entry of family) {
        if (entry.timestamp === undefined || (typeof entry.timestamp === "string" && Number.isNaN(Date.parse(entry.timestamp)))) {
          entry.timestamp = new Date(this.clock).toISOString();
        }
      }
    }
  }

  /** Entries that stand in the file before their parents: a tree is a matter of ids, not of order. */
  moveSomeLater() {
    for (let index = 0; index + 1 < this.entries.length; index += 1) {
      if (!this.random.chance(this.shape.later)) continue;
      const [entry] = this.entries.splice(index, 1);
      this.entries.splice(Math.min(this.entries.length, index + this.random.integer(1, 5)), 0, entry);
    }
  }

  /** Records without ids, in one chain; what points to an entry does so by its place. */
  asVersion1() {
    const { random } = this;
    // Migration overwrites ids that are there all the same; but a number that points forward would find the old one.
    const someIds = random.chance(this.strange * 2);
    return this.entries.map((entry) => {
      const { id, parentId, ...rest } = entry;
      const record = someIds && random.chance(0.5) ? { ...rest, id, parentId } : rest;
      if (entry.type !== "compaction") return record;
      const { firstKeptEntryId, ...compaction } = record;
      const index = random.weighted({ before: 6, any: 1, header: 0.5, beyond: 0.5, negative: 0.3, fraction: 0.2, text: 0.2, none: 0.3 });
      const own = this.entries.indexOf(entry) + 1;
      const firstKeptEntryIndex = {
        before: random.integer(1, own), any: random.integer(0, someIds ? own : this.entries.length), header: 0, beyond: this.entries.length + 7, negative: -1, fraction: 1.5, text: "3", none: undefined,
      }[index];
      return { ...compaction, firstKeptEntryIndex, ...(index !== "any" && random.chance(0.1) ? { firstKeptEntryId } : {}) };
    });
  }
}

/** `{header, entries}` in the shape of some version, as values for `writeJson`. */
export function generateSession(random) {
  return new SessionBuilder(random).build();
}

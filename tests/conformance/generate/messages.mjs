// Messages of every role, in the shapes that files hold them: right ones, and odd ones that Pi reads all the same.

import { Source } from "./json.mjs";
import * as values from "./values.mjs";

const PROVIDERS = ["anthropic", "openai", "google", "local"];
const MODELS = ["claude-opus-4-5", "gpt-5.2", "gemini-3-pro", "llama <b>"];
const STOP_REASONS = { stop: 6, toolUse: 6, length: 1, error: 1, aborted: 1, deferred: 0.5, pending: 0.5, other: 0.3 };

export class Messages {
  constructor(random, texts, sessionTag) {
    this.random = random;
    this.texts = texts;
    this.tag = sessionTag;
    this.calls = 0;
    this.time = 1_750_000_000_000;
    this.strange = random.pick([0, 0.03, 0.15]);
  }

  timestamp() {
    this.time += this.random.integer(1, 60_000);
    if (this.random.chance(this.strange)) return this.random.pick([undefined, null, 0, -5, new Source("1.5e12"), "2025-01-01T00:00:00Z"]);
    return this.time;
  }

  usage() {
    const { random } = this;
    if (random.chance(this.strange)) {
      return random.pick([undefined, null, {}, { input: null, output: -4 }, { input: 10, output: 5, cost: {} }, { input: "12", output: new Source("1e400"), cost: { total: null } }]);
    }
    const input = random.integer(1, 9000);
    const output = random.integer(1, 900);
    const cacheRead = random.integer(0, 50_000);
    const cacheWrite = input % 3 === 0 ? input : 0;
    const cost = { input: input / 1e6, output: output / 1e5, cacheRead: cacheRead / 1e7, cacheWrite: cacheWrite / 8e5 };
    return {
      input, output, cacheRead, cacheWrite, totalTokens: input + output + cacheRead + cacheWrite,
      cost: { ...cost, total: cost.input + cost.output + cost.cacheRead + cost.cacheWrite },
    };
  }

  /** Pi takes an assistant's text for a string unless it is falsy; elsewhere it may be anything. */
  textBlock(role) {
    if (this.random.chance(this.strange)) {
      return { type: "text", text: this.random.pick([undefined, null, "", 0, false, ...(role === "assistant" ? [] : [5, true, new Source("1e21"), ["a", null, ["b"]], {}, new Source("-0")])]) };
    }
    return { type: "text", text: this.texts.message(), ...(this.random.chance(0.05) ? { textSignature: this.random.hex(40) } : {}) };
  }

  imageBlock() {
    return { type: "image", data: "iVBORw0KGgo=".repeat(this.random.integer(1, 20)), mimeType: this.random.pick(["image/png", "image/svg+xml", "text/html"]) };
  }

  strangeBlock() {
    const { random, texts } = this;
    return random.pick([null, 5, "bare string", [], {}, { type: "text" }, { type: null, text: "x" }, { text: "no type" }, { type: "future", payload: values.value(random, texts) }]);
  }

  /** Content of a user message or a tool result. */
  content(images = 0.1) {
    const { random, texts } = this;
    if (random.chance(this.strange)) return random.pick([null, undefined, 7, {}, true, [], "", [null], values.object(random, texts)]);
    if (random.chance(0.4)) return texts.message();
    const blocks = Array.from({ length: random.integer(0, 3) }, () => (random.chance(images) ? this.imageBlock() : this.textBlock()));
    if (random.chance(this.strange * 2)) blocks.splice(random.integer(0, blocks.length), 0, this.strangeBlock());
    return blocks;
  }

  user() {
    return { role: "user", content: this.content(), timestamp: this.timestamp() };
  }

  toolArguments(name) {
    const { random, texts } = this;
    if (random.chance(this.strange)) return random.pick([{}, "a string", 5, [], [1, 2], true, values.deep(random), values.object(random, texts)]);
    const path = () => (random.chance(this.strange * 2) ? values.value(random, texts, 1) : random.pick(["src/lib.rs", "/root/project/a.txt", "~/x", "C:\\x\\y", "", "a b", `${texts.phrase(2)}`]));
    const line = () => random.pick([1, 10, 0, -3, 2.5, "7", " 8 ", "0x10", "", "abc", null, undefined, new Source("1e3"), new Source("1e400"), true, "1e2", new Source("9007199254740993"), [], "-0"]);
    switch (name) {
      case "read":
        return { [random.pick(["path", "path", "file_path"])]: path(), ...(random.chance(0.5) ? { offset: line() } : {}), ...(random.chance(0.5) ? { limit: line() } : {}) };
      case "write":
        return { path: path(), content: texts.message() };
      case "edit":
        return { [random.pick(["path", "file_path"])]: path(), edits: [{ oldText: texts.phrase(), newText: texts.phrase() }] };
      case "bash":
        return { command: random.chance(0.3) ? texts.aroundCut(50) : random.chance(this.strange) ? values.value(random, texts, 1) : texts.phrase(), ...(random.chance(0.2) ? { timeout: values.number(random) } : {}) };
      case "grep":
        return { pattern: texts.phrase(2), ...(random.chance(0.5) ? { path: path() } : {}) };
      case "find":
        return { pattern: random.pick(["*.rs", "", "**/*"]), path: random.chance(0.5) ? path() : undefined };
      case "ls":
        return random.chance(0.5) ? { path: path() } : {};
      default:
        return random.chance(0.3) ? { text: texts.aroundCut(30) } : values.object(random, texts);
    }
  }

  toolCall() {
    const { random } = this;
    this.calls += 1;
    const name = random.pick(["read", "write", "edit", "bash", "grep", "find", "ls", "todo", "mcp__server__tool", "toString", "<b>tool</b>", "漢字"]);
    return {
      type: "toolCall", id: `call_${this.tag}_${this.calls}${random.chance(0.2) ? "|fc_x" : ""}`,
      name, arguments: this.toolArguments(name),
      ...(random.chance(0.1) ? { thoughtSignature: random.hex(64) } : {}),
    };
  }

  /** An assistant message; the tool calls that it makes are in `message.content`. */
  assistant(calls = this.random.weighted({ 0: 4, 1: 4, 2: 1, 4: 0.4 })) {
    const { random, texts } = this;
    const stopReason = random.weighted(STOP_REASONS);
    let content = [];
    if (random.chance(0.3)) content.push({ type: "thinking", thinking: random.chance(0.2) ? "" : texts.message(), ...(random.chance(0.4) ? { thinkingSignature: random.hex(80), redacted: random.chance(0.3) } : {}) });
    if (random.chance(0.65)) content.push(this.textBlock("assistant"));
    for (let index = 0; index < Number(calls); index += 1) content.push(this.toolCall());
    if (random.chance(0.1)) content.push(this.textBlock("assistant"));
    if (random.chance(this.strange)) content.splice(random.integer(0, content.length), 0, this.strangeBlock());
    if (random.chance(this.strange * 0.7)) content = random.pick([null, undefined, "plain string", " \u2028 ", 3, {}, []]);
    return {
      role: "assistant", content,
      api: "messages", provider: random.chance(this.strange) ? undefined : random.pick(PROVIDERS), model: random.chance(this.strange) ? undefined : random.pick(MODELS),
      ...(random.chance(0.1) ? { responseModel: "other-model" } : {}),
      usage: this.usage(),
      stopReason: random.chance(this.strange) ? random.pick([undefined, null, "", "newReason"]) : stopReason,
      ...(stopReason === "error" || random.chance(0.05) ? { errorMessage: random.chance(0.3) ? texts.aroundCut(80) : texts.phrase() } : {}),
      ...(random.chance(0.05) ? { diagnostics: [{ type: "retry", message: texts.phrase() }] } : {}),
      ...(random.chance(0.2) ? { thinkingLevel: "high" } : {}),
      timestamp: this.timestamp(),
    };
  }

  /** The calls that a script made: a list in an object, and in some files the list alone. */
  nested(call) {
    const edit = { ...call, name: "edit", arguments: { path: `nested-${this.calls}.rs` } };
    return this.calls % 3 === 0 ? [call] : { calls: [call, edit] };
  }

  toolResult(call) {
    const { random, texts } = this;
    return {
      role: "toolResult",
      toolCallId: random.chance(this.strange) ? random.pick([undefined, null, "", "call_of_nobody"]) : (call?.id ?? "call_of_nobody"),
      toolName: random.chance(this.strange) ? random.pick([undefined, null]) : (call?.name ?? "bash"),
      content: random.chance(0.03) ? texts.aroundCut(2000) : this.content(0.2),
      ...(random.chance(0.3) ? { details: values.value(random, texts) } : {}),
      isError: random.chance(0.2),
      ...(random.chance(0.1) ? { usage: this.usage() } : {}),
      ...(random.chance(0.1) ? { nestedCalls: this.nested({ id: "nested", name: "bash", arguments: values.object(random, texts), result: { content: this.content() } }) } : {}),
      timestamp: this.timestamp(),
    };
  }

  bashExecution() {
    const { random, texts } = this;
    return {
      role: "bashExecution",
      command: random.chance(this.strange) ? random.pick([undefined, null, "", 5]) : texts.phrase(),
      output: random.chance(0.2) ? random.pick(["", undefined, null]) : texts.message(),
      exitCode: random.pick([0, 0, 1, 127, undefined, null, -1]),
      cancelled: random.pick([false, false, true, undefined]),
      truncated: random.pick([false, true, undefined]),
      ...(random.chance(0.4) ? { fullOutputPath: random.pick(["/tmp/out.log", "", null]) } : {}),
      ...(random.chance(0.3) ? { excludeFromContext: random.pick([true, false, 1, "yes", null]) } : {}),
      timestamp: this.timestamp(),
    };
  }

  system() {
    const { random, texts } = this;
    const tool = () => ({ name: random.pick(["read", "bash", "todo"]), description: texts.phrase(), parameters: values.object(random, texts) });
    return {
      role: "system",
      content: random.chance(0.3) ? random.pick([null, undefined, ""]) : texts.message(),
      ...(random.chance(0.5) ? { sections: { base: texts.phrase(), [random.pick(["env", "skills", "2"])]: random.chance(0.4) ? null : texts.phrase() } } : {}),
      ...(random.chance(0.5) ? { toolsAdded: Array.from({ length: random.integer(0, 3) }, tool) } : {}),
      ...(random.chance(0.3) ? { toolsRemoved: random.sample(["read", "bash", "todo", "absent"], 2).map((name) => ({ name })) } : {}),
      timestamp: this.timestamp(),
    };
  }

  /** A message of one of the roles that only old versions or other programs write as messages. */
  rare(version) {
    const { random, texts } = this;
    const role = random.pick(["custom", "branchSummary", "compactionSummary", "developer", "", undefined, null, ...(version < 3 ? ["hookMessage", "hookMessage"] : ["hookMessage"])]);
    return {
      role, customType: texts.name(), content: this.content(), display: random.pick([true, false, undefined]),
      ...(random.chance(0.5) ? { summary: texts.phrase(), tokensBefore: 5000, fromId: "root" } : {}),
      timestamp: this.timestamp(),
    };
  }
}

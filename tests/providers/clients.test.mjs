// The server is faithful: the providers' own clients understand it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { KEY } from "./formats.mjs";
import { startServer } from "./server.mjs";

const TEXT = "## Goal\nSay “xin chào” — **Tiếng Việt** 🌳 and stop.\n";
const SYSTEM = "Be brief.";
const ASKED = "What was done? 🌳";
const LIMIT = 1000;

/** Each client makes the call that we make, and tells what it understood in the same words. */
const CLIENTS = {
  async anthropic(url, model, { key = KEY, retries = 0 } = {}) {
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: retries, logLevel: "off" });
    const message = await client.messages.stream({ model, max_tokens: LIMIT, system: SYSTEM, messages: [{ role: "user", content: ASKED }] }).finalMessage();
    return {
      text: message.content.filter((block) => block.type === "text").map((block) => block.text).join(""),
      stop: message.stop_reason,
      tools: message.content.filter((block) => block.type === "tool_use").map((block) => block.name),
      tokens: [message.usage.input_tokens + message.usage.cache_creation_input_tokens, message.usage.output_tokens, message.usage.cache_read_input_tokens],
    };
  },
  async chat(url, model, { key = KEY, retries = 0 } = {}) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: retries, logLevel: "off" });
    const runner = client.chat.completions.stream({
      model, max_tokens: LIMIT, stream_options: { include_usage: true },
      messages: [{ role: "system", content: SYSTEM }, { role: "user", content: ASKED }],
    });
    const { choices: [choice], usage } = await runner.finalChatCompletion();
    return {
      text: choice.message.content ?? "",
      stop: choice.message.refusal ? "refusal" : choice.finish_reason,
      tools: (choice.message.tool_calls ?? []).map((call) => call.function.name),
      tokens: [usage.prompt_tokens - usage.prompt_tokens_details.cached_tokens, usage.completion_tokens, usage.prompt_tokens_details.cached_tokens],
    };
  },
  async responses(url, model, { key = KEY, retries = 0 } = {}) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: retries, logLevel: "off" });
    const stream = await client.responses.create({ model, max_output_tokens: LIMIT, store: false, instructions: SYSTEM, input: ASKED, stream: true });
    const told = { text: "", stop: "none", tools: [], tokens: [] };
    for await (const event of stream) {
      if (event.type === "response.output_text.delta") told.text += event.delta;
      if (event.type === "response.refusal.done") told.stop = "refusal";
      if (event.type === "response.failed") throw new Error(event.response.error.code);
      if (event.type === "response.completed" || event.type === "response.incomplete") {
        const { output, usage, status, incomplete_details: details } = event.response;
        if (told.stop === "none") told.stop = details?.reason ?? status;
        told.tools = output.filter((item) => item.type === "function_call").map((item) => item.name);
        told.tokens = [usage.input_tokens - usage.input_tokens_details.cached_tokens, usage.output_tokens, usage.input_tokens_details.cached_tokens];
      }
    }
    return told;
  },
  async gemini(url, model, { key = KEY, retries = 0 } = {}) {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url, retryOptions: { attempts: retries + 1 } } });
    const stream = await client.models.generateContentStream({
      model, contents: [{ role: "user", parts: [{ text: ASKED }] }], config: { systemInstruction: SYSTEM, maxOutputTokens: LIMIT },
    });
    const told = { text: "", stop: "none", tools: [], tokens: [] };
    for await (const chunk of stream) {
      const candidate = chunk.candidates?.[0];
      for (const part of candidate?.content?.parts ?? []) {
        if (part.text && !part.thought) told.text += part.text;
        if (part.functionCall) told.tools.push(part.functionCall.name);
      }
      told.stop = candidate?.finishReason ?? chunk.promptFeedback?.blockReason ?? told.stop;
      const usage = chunk.usageMetadata;
      told.tokens = [usage.promptTokenCount - usage.cachedContentTokenCount, usage.candidatesTokenCount + usage.thoughtsTokenCount, usage.cachedContentTokenCount];
    }
    return told;
  },
};

const STOPS = {
  anthropic: { text: "end_turn", length: "max_tokens", tool: "tool_use", refused: "refusal" },
  chat: { text: "stop", length: "length", tool: "tool_calls", refused: "refusal" },
  responses: { text: "completed", length: "max_output_tokens", tool: "completed", refused: "refusal" },
  gemini: { text: "STOP", length: "MAX_TOKENS", tool: "STOP", refused: "PROHIBITED_CONTENT" },
};

const OVERLOADED = { anthropic: 529, chat: 503, responses: 503, gemini: 503 };
const WRONG_KEY = { anthropic: 401, chat: 401, responses: 401, gemini: 400 };

let server;
before(async () => { server = await startServer({ delay: 50 }); });
after(() => server.close());

for (const [format, ask] of Object.entries(CLIENTS)) {
  const call = (model, options) => ask(server.url, model, options);
  const status = (expected) => (error) => {
    assert.equal(error.status, expected, String(error));
    return true;
  };

  describe(format, () => {
    test("a whole answer, with usage, at once and late", async () => {
      for (const model of ["text", "slow"]) {
        assert.deepEqual(await call(model), { text: TEXT, stop: STOPS[format].text, tools: [], tokens: [432, 57, 300] });
      }
    });

    test("the client asks as we do", () => {
      const { body, url } = server.requests.find((request) => request.format === format && request.model === "text");
      const [ours, , ...rest] = readFileSync(join(import.meta.dirname, "requests", `${format}.txt`), "utf8").split("\n");
      assert.equal(`POST ${url}`, ours);
      // Only instructions have this role, and they need none.
      if (body.systemInstruction) delete body.systemInstruction.role;
      assert.deepEqual(body, JSON.parse(rest.at(-2)));
    });

    test("why it stopped", async () => {
      for (const model of ["length", "tool", "refused"]) {
        const told = await call(model);
        assert.equal(told.stop, STOPS[format][model]);
        assert.deepEqual(told.tools, model === "tool" ? ["read"] : []);
      }
    });

    test("refusals", async () => {
      await assert.rejects(call("text", { key: "wrong-key" }), status(WRONG_KEY[format]));
      await assert.rejects(call("no-such-model"), status(404));
      await assert.rejects(call("rate-limit"), status(429));
      await assert.rejects(call("overloaded"), status(OVERLOADED[format]));
      await assert.rejects(call("too-long"), status(400));
    });

    test("errors in the middle, and connections that break", async () => {
      await assert.rejects(call("error"));
      await assert.rejects(call("dropped"));
    });

    test("the second request succeeds where the first is told to wait", async () => {
      const since = Date.now();
      assert.equal((await call("rate-limit-once", { retries: 1 })).text, TEXT);
      if (format !== "gemini") assert.ok(Date.now() - since >= 1000, "the client heeds retry-after");
      const came = server.requests.filter((request) => request.format === format && request.model === "rate-limit-once");
      assert.equal(came.length, 2);
    });
  });
}

// A server that speaks each provider's wire format, as strictly as the providers do. The model's name
// says how it goes; see SCENARIOS.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { bodyComplaint, FORMATS, formatOf, KEY } from "./formats.mjs";

/** The bytes of an answer, as they are sent and as they are read by everyone else. */
export const answer = (format, name) => readFileSync(join(import.meta.dirname, "answers", format, name));

const refuse = (name, headers = {}) => ({ refusal: name, headers });
const ASK_AGAIN = { "retry-after": "1" };

/** What each model does; `count` says how many requests for it came before. */
const SCENARIOS = {
  text: () => ({ stream: "text.sse" }),
  /** Nothing for a while, then all of it. */
  slow: () => ({ stream: "text.sse", wait: true }),
  /** Half of it, then nothing more until the client goes away. */
  hanging: () => ({ stream: "text.sse", share: 0.5, end: "hang" }),
  /** Ends in order, but too soon. */
  truncated: () => ({ stream: "text.sse", share: 0.6, end: "end" }),
  /** The connection breaks. */
  dropped: () => ({ stream: "text.sse", share: 0.6, end: "break" }),
  "dropped-once": (count) => (count ? { stream: "text.sse" } : { stream: "text.sse", share: 0.6, end: "break" }),
  length: () => ({ stream: "length.sse" }),
  tool: () => ({ stream: "tool.sse" }),
  refused: () => ({ stream: "refused.sse" }),
  error: () => ({ stream: "error.sse" }),
  "rate-limit": () => refuse("rate-limit", ASK_AGAIN),
  "rate-limit-once": (count) => (count ? { stream: "text.sse" } : refuse("rate-limit", ASK_AGAIN)),
  overloaded: () => refuse("overloaded"),
  "overloaded-once": (count) => (count ? { stream: "text.sse" } : refuse("overloaded")),
  "too-long": () => refuse("too-long"),
};

const STATUSES = { "unknown-model": 404, "rate-limit": 429, "too-long": 400 };

/**
 * Starts the server on a free port.
 *
 * `origins` are the pages that may call it; all others are refused as a server does that knows nothing of
 * pages. `requests` collects what came, with `aborted` set where the client went away before the end.
 */
export async function startServer({ origins = [], delay = 1500, port = 0 } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    handle(request, response, { origins, delay, requests }).catch((problem) => {
      console.error(problem);
      response.destroy();
    });
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(request, response, context) {
  const target = formatOf(request.url);
  const { origin } = request.headers;
  const welcome = origin !== undefined && context.origins.includes(origin);
  if (request.method === "OPTIONS") return preflight(request, response, target, welcome);
  if (welcome) {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-expose-headers", "retry-after, retry-after-ms");
  }
  response.setHeader("vary", "origin");
  if (!target) return json(response, 404, { error: { message: `there is nothing at ${request.url}` } });
  if (request.method !== "POST") return json(response, 405, target.format.error("only POST"));
  const text = await bodyOf(request);
  const record = { format: target.name, url: request.url, headers: request.headers, text, aborted: false };
  context.requests.push(record);
  response.on("close", () => { record.aborted = !response.writableFinished; });
  await reply(record, response, target, context);
}

/** Allows what a request of this format needs, to whom it is allowed, by name. */
function preflight(request, response, target, welcome) {
  const wanted = (request.headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim().toLowerCase()).filter(Boolean);
  const isAllowed = welcome && target && request.headers["access-control-request-method"] === "POST"
    && wanted.every((name) => target.format.headers.includes(name));
  if (isAllowed) {
    response.setHeader("access-control-allow-origin", request.headers.origin);
    response.setHeader("access-control-allow-methods", "POST");
    response.setHeader("access-control-allow-headers", wanted.join(", "));
  }
  response.setHeader("vary", "origin, access-control-request-method, access-control-request-headers");
  response.writeHead(isAllowed ? 204 : 403).end();
}

async function reply(record, response, { name, format, model }, { delay, requests }) {
  const { headers, text } = record;
  const refusal = (kind, extra) => {
    const status = format.statuses[kind] ?? STATUSES[kind];
    response.writeHead(status, { "content-type": "application/json", ...extra }).end(answer(name, `${kind}.json`));
  };
  if (format.key(headers) !== KEY) return refusal("wrong-key");
  const complaint = format.complaint?.(headers);
  if (complaint) return json(response, 400, format.error(complaint));
  if (!/^application\/json(;|$)/.test(headers["content-type"] ?? "")) return json(response, 400, format.error("content-type: must be application/json"));
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return json(response, 400, format.error("the body is no JSON"));
  }
  const wrong = bodyComplaint(format, body);
  if (wrong) return json(response, 400, format.error(wrong));
  record.body = body;
  record.model = model ?? body.model;
  const scenario = Object.hasOwn(SCENARIOS, record.model) && SCENARIOS[record.model];
  if (!scenario) return refusal("unknown-model");
  const before = requests.filter((other) => other !== record && other.format === name && other.model === record.model);
  const plan = scenario(before.length);
  if (plan.refusal) return refusal(plan.refusal, plan.headers);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  response.flushHeaders();
  if (plan.wait) await sleep(delay);
  await send(response, answer(name, plan.stream), plan);
}

/** Sends a stream in pieces that heed neither events nor characters. */
async function send(response, bytes, { share = 1, end = "end" }) {
  const whole = bytes.subarray(0, Math.floor(bytes.length * share));
  const sizes = [1, 7, 64, 3, 250, 19];
  for (let at = 0, turn = 0; at < whole.length && !response.destroyed; turn += 1) {
    const size = sizes[turn % sizes.length];
    response.write(whole.subarray(at, at + size));
    at += size;
    await nextTurn();
  }
  if (end === "end") response.end();
  if (end === "break") {
    // What was sent is on its way before the connection goes.
    await sleep(20);
    response.destroy();
  }
}

function json(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

// By hand: node tests/providers/server.mjs http://127.0.0.1:8080
if (process.argv[1] === import.meta.filename) {
  const { url } = await startServer({ origins: process.argv.slice(2), port: 4010 });
  console.log(`${url} takes the key ${KEY}; models: ${Object.keys(SCENARIOS).join(", ")}; formats: ${Object.keys(FORMATS).join(", ")}`);
}

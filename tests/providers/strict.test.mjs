// The server is strict: it refuses what a provider refuses. And what we send and read is what it takes
// and gives: `requests/` and `answers/` are what `crates/providers` is tested by.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { FORMATS, KEY } from "./formats.mjs";
import { answer, startServer } from "./server.mjs";

const PAGE = "http://viewer.test";
let server;
before(async () => { server = await startServer({ origins: [PAGE], delay: 10 }); });
after(() => server.close());

/** Our request for a format, as `crates/providers` writes it. */
function ours(format, model = "text") {
  const lines = readFileSync(join(import.meta.dirname, "requests", `${format}.txt`), "utf8").split("\n");
  const [method, path] = lines[0].split(" ");
  const end = lines.indexOf("");
  const headers = Object.fromEntries(lines.slice(1, end).map((line) => line.split(": ")));
  const body = JSON.parse(lines[end + 1]);
  if ("model" in body) body.model = model;
  return { method, path: path.replace("/text:", `/${model}:`), headers, body };
}

/** Sends a request with exactly these headers, and gives status, headers and bytes. */
function send({ method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.url + path, { method, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }));
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
}

for (const format of Object.keys(FORMATS)) {
  describe(format, () => {
    test("our request is taken, and answered with the bytes that we are tested by", async () => {
      for (const model of ["text", "length", "tool", "refused", "error"]) {
        const { status, bytes } = await send(ours(format, model));
        assert.equal(status, 200, String(bytes));
        assert.deepEqual(bytes, answer(format, `${model}.sse`));
      }
      for (const model of ["no-such-model", "rate-limit", "overloaded", "too-long"]) {
        const { bytes } = await send(ours(format, model));
        assert.deepEqual(bytes, answer(format, model === "no-such-model" ? "unknown-model.json" : `${model}.json`));
      }
      const part = await send(ours(format, "truncated"));
      assert.deepEqual(part.bytes, answer(format, "text.sse").subarray(0, part.bytes.length));
      assert.ok(part.bytes.length < answer(format, "text.sse").length);
    });

    test("no header and no member may be missing, wrong or unknown", async () => {
      const good = ours(format);
      const needed = Object.keys(good.headers).filter((name) => !["accept", "anthropic-dangerous-direct-browser-access"].includes(name));
      for (const name of needed) {
        const { [name]: _, ...headers } = good.headers;
        assert.ok([400, 401].includes((await send({ ...good, headers })).status), `without ${name}`);
        assert.ok([400, 401].includes((await send({ ...good, headers: { ...headers, [name]: "x" } })).status), `with a wrong ${name}`);
      }
      for (const [name, check] of Object.entries(FORMATS[format].members)) {
        const { [name]: _, ...body } = good.body;
        if (!check.optional) assert.equal((await send({ ...good, body })).status, 400, `without ${name}`);
        assert.equal((await send({ ...good, body: { ...good.body, [name]: 0 } })).status, 400, `with a wrong ${name}`);
      }
      for (const body of [{ ...good.body, surprise: 1 }, [], null, "{", ""]) {
        assert.equal((await send({ ...good, body })).status, 400);
      }
      assert.equal((await send({ ...good, method: "PUT" })).status, 405);
      assert.equal((await send({ ...good, path: `${good.path}/more` })).status, 404);
    });

    test("pages are let in by name", async () => {
      const good = ours(format);
      const ask = (origin, more = {}) => send({
        method: "OPTIONS", path: good.path,
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": Object.keys(good.headers).join(","), ...more },
      });
      const allowed = await ask(PAGE);
      assert.equal(allowed.status, 204);
      assert.equal(allowed.headers["access-control-allow-origin"], PAGE);
      assert.ok(Object.values(allowed.headers).every((value) => !String(value).includes("*")));
      for (const refused of [
        await ask("http://elsewhere.test"),
        await ask(PAGE, { "access-control-request-method": "PUT" }),
        await ask(PAGE, { "access-control-request-headers": "content-type,x-surprise" }),
      ]) {
        assert.equal(refused.status, 403);
        assert.equal(refused.headers["access-control-allow-origin"], undefined);
      }
      for (const [origin, expected] of [[PAGE, PAGE], ["http://elsewhere.test", undefined]]) {
        const { headers } = await send({ ...good, headers: { ...good.headers, origin } });
        assert.equal(headers["access-control-allow-origin"], expected);
      }
    });

    test("a client that goes away is noticed", async () => {
      const { method, path, headers, body } = ours(format, "hanging");
      await new Promise((resolve, reject) => {
        const request = httpRequest(server.url + path, { method, headers }, (response) => {
          response.once("data", () => { request.destroy(); resolve(); });
        });
        request.on("error", reject);
        request.end(JSON.stringify(body));
      });
      const record = server.requests.findLast((request) => request.format === format && request.model === "hanging");
      for (let turn = 0; !record.aborted && turn < 200; turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.ok(record.aborted);
    });
  });
}

test("a page that calls Anthropic must say that it means to", async () => {
  const good = ours("anthropic");
  const { "anthropic-dangerous-direct-browser-access": _, ...headers } = good.headers;
  assert.equal((await send({ ...good, headers: { ...headers, origin: PAGE } })).status, 400);
  assert.equal((await send({ ...good, headers: { ...good.headers, origin: PAGE } })).status, 200);
});

test("a connection that breaks is an error, not an end", async () => {
  await assert.rejects(send(ours("chat", "dropped")));
  await assert.rejects(send(ours("chat", "dropped-once")));
  assert.equal((await send(ours("chat", "dropped-once"))).status, 200);
});

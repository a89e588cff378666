// The wire formats: where each is spoken to, what a request must hold, how it refuses. What it answers
// lies in `answers/`.

/** The only key that the server takes. */
export const KEY = "good-key";

const isText = (value) => typeof value === "string" && value !== "";
const isCount = (value) => Number.isSafeInteger(value) && value > 0;
const isRole = (...roles) => (value) => roles.includes(value);
const is = (expected) => (value) => value === expected;
const list = (item) => (value) => Array.isArray(value) && value.length > 0 && value.every(item);
const optional = (check) => Object.assign((value) => check(value), { optional: true });

/** An object with these members and no others. */
function object(members) {
  return (value) => value !== null && typeof value === "object" && !Array.isArray(value)
    && Object.keys(value).every((name) => name in members)
    && Object.entries(members).every(([name, check]) => (name in value ? check(value[name]) : check.optional));
}

/** The first member that is missing, unknown or wrong; undefined where all is right. */
function wrongMember(members, value) {
  return Object.keys(value).find((name) => !(name in members))
    ?? Object.entries(members).find(([name, check]) => (name in value ? !check(value[name]) : !check.optional))?.[0];
}

const parts = list(object({ text: isText }));
const bearer = (headers) => /^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1];
const openAiError = (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } });
const messages = list(object({ role: isRole("system", "developer", "user"), content: isText }));

export const FORMATS = {
  anthropic: {
    path: /^\/v1\/messages$/,
    headers: ["content-type", "accept", "x-api-key", "anthropic-version", "anthropic-dangerous-direct-browser-access"],
    key: (headers) => headers["x-api-key"],
    members: {
      model: isText, max_tokens: isCount, stream: is(true), system: optional(isText),
      messages: list(object({ role: isRole("user", "assistant"), content: isText })),
    },
    /** What is wrong with the headers besides the key. */
    complaint(headers) {
      if (headers["anthropic-version"] !== "2023-06-01") return "anthropic-version: header is required";
      if (headers.origin && headers["anthropic-dangerous-direct-browser-access"] !== "true") {
        return "CORS requests must set 'anthropic-dangerous-direct-browser-access' header";
      }
    },
    error: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
    statuses: { "wrong-key": 401, overloaded: 529 },
  },
  chat: {
    path: /^\/v1\/chat\/completions$/,
    headers: ["content-type", "accept", "authorization"],
    key: bearer,
    members: {
      model: isText, messages, stream: is(true), stream_options: object({ include_usage: is(true) }),
      max_tokens: optional(isCount), max_completion_tokens: optional(isCount),
    },
    error: openAiError,
    statuses: { "wrong-key": 401, overloaded: 503 },
  },
  responses: {
    path: /^\/v1\/responses$/,
    headers: ["content-type", "accept", "authorization"],
    key: bearer,
    members: { model: isText, input: isText, instructions: optional(isText), max_output_tokens: isCount, stream: is(true), store: is(false) },
    error: openAiError,
    statuses: { "wrong-key": 401, overloaded: 503 },
  },
  gemini: {
    path: /^\/v1beta\/models\/([^/:?]+):streamGenerateContent\?alt=sse$/,
    headers: ["content-type", "accept", "x-goog-api-key"],
    key: (headers) => headers["x-goog-api-key"],
    members: {
      contents: list(object({ role: isRole("user", "model"), parts })),
      systemInstruction: optional(object({ parts, role: optional(is("user")) })),
      generationConfig: object({ maxOutputTokens: isCount }),
    },
    error: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
    statuses: { "wrong-key": 400, overloaded: 503 },
  },
};

/** Which format a path is of, with the model where the path names it. */
export function formatOf(url) {
  for (const [name, format] of Object.entries(FORMATS)) {
    const match = format.path.exec(url);
    if (match) return { name, format, model: match[1] && decodeURIComponent(match[1]) };
  }
}

/** What is wrong with a body; undefined where nothing is. */
export function bodyComplaint(format, body) {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return "the body is no JSON object";
  const wrong = wrongMember(format.members, body);
  return wrong === undefined ? undefined : `${wrong}: missing, unknown or of the wrong form`;
}

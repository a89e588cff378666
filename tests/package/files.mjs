// Session files for the tests of the package, made of records.

export const HEADER = { type: "session", version: 3, id: "session-1", timestamp: "2025-06-01T08:00:00.000Z", cwd: "/work" };

/** JSON that no JavaScript value gives: numbers out of range, members that occur twice, text as it stands. */
export class Source {
  constructor(text) {
    this.text = text;
  }
}

function write(value) {
  if (value instanceof Source) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item)).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join()}}`;
}

/** The bytes of a file with these records. */
export function fileOf(records) {
  return new TextEncoder().encode(records.map((record) => `${write(record)}\n`).join(""));
}

/** An entry at second `number` of the session. */
export function entry(number, id, parentId, body) {
  return { id, parentId, timestamp: new Date(Date.UTC(2025, 5, 1, 8, 0, 0) + number * 1000).toISOString(), ...body };
}

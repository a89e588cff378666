// Session files on disk: the real ones kept beside the repository, where they are, and ones a test makes.

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = process.env['SESSIONS'] ?? resolve(import.meta.dirname, '../../../../shared/sessions');

/** The paths of the real sessions; none where their folder is missing. */
export const realSessions: string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  : [];

/** The text of a session file: a header and these entries, each the child of the one before unless it says otherwise. */
export function sessionText(entries: Record<string, unknown>[]): string {
  const header = { type: 'session', version: 3, id: '00000000-0000-7000-8000-000000000001', timestamp: time(0), cwd: '/home/ada/project' };
  let parentId: unknown = null;
  const lines = entries.map((entry, index) => {
    const line: Record<string, unknown> = { id: (index + 1).toString(16).padStart(8, '0'), parentId, timestamp: time(index + 1), ...entry };
    parentId = line['id'];
    return line;
  });
  return [header, ...lines].map((line) => JSON.stringify(line) + '\n').join('');
}

/** A user's message, to be an entry of `sessionText`. */
export function user(text: string): Record<string, unknown> {
  return { type: 'message', message: { role: 'user', content: text, timestamp: 0 } };
}

/** An assistant's answer, to be an entry of `sessionText`. */
export function assistant(text: string): Record<string, unknown> {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost };
  const message = { role: 'assistant', content: [{ type: 'text', text }], api: 'x', provider: 'acme', model: 'one', usage, stopReason: 'stop', timestamp: 0 };
  return { type: 'message', message };
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 2, 3, 4, seconds)).toISOString();
}

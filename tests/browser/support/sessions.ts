// Session files: the real ones kept beside the repository, where they are, and the parts of which tests make their own.

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = process.env['SESSIONS'] ?? resolve(import.meta.dirname, '../../../../shared/sessions');

/** Where the real sessions would be. */
export const realSessionsFolder = folder;

/** The paths of the real sessions; none where their folder is missing. */
export const realSessions: string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  : [];

export type Entry = Record<string, unknown>;
export type Block = Record<string, unknown>;

/** The id of the sessions made here, unless their header says otherwise. */
export const sessionId = '00000000-0000-7000-8000-000000000001';

/** The text of a session file: a header and these entries, each the child of the one before unless it says otherwise. */
export function sessionText(entries: Entry[], header: Entry = {}): string {
  const head = { type: 'session', version: 3, id: sessionId, timestamp: time(0), cwd: '/home/ada/project', ...header };
  let parentId: unknown = null;
  const lines = entries.map((entry, index) => {
    const line: Entry = { id: (index + 1).toString(16).padStart(8, '0'), parentId, timestamp: time(index + 1), ...entry };
    parentId = line['id'];
    return line;
  });
  return [head, ...lines].map((line) => JSON.stringify(line) + '\n').join('');
}

/** A user's message, to be an entry of `sessionText`. */
export function user(content: string | Block[], more: Entry = {}): Entry {
  return { type: 'message', message: { role: 'user', content, timestamp: 0 }, ...more };
}

/** An assistant's answer, to be an entry of `sessionText`. */
export function assistant(content: string | Block[], more: Entry = {}, ofMessage: Entry = {}): Entry {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost };
  const blocks = typeof content === 'string' ? [text(content)] : content;
  const stopReason = blocks.some((block) => block['type'] === 'toolCall') ? 'toolUse' : 'stop';
  const message = { role: 'assistant', content: blocks, api: 'x', provider: 'acme', model: 'one', usage, stopReason, timestamp: 0, ...ofMessage };
  return { type: 'message', message, ...more };
}

export function text(words: string): Block {
  return { type: 'text', text: words };
}

export function thinking(words: string, more: Block = {}): Block {
  return { type: 'thinking', thinking: words, ...more };
}

export function image(data: string, mimeType = 'image/png'): Block {
  return { type: 'image', mimeType, data };
}

/** A tool's call; its id is what its result names. */
export function call(id: string, name: string, args: unknown): Block {
  return { type: 'toolCall', id, name, arguments: args };
}

/** A tool's answer to the call of that id. */
export function result(toolCallId: string, toolName: string, content: string | Block[], more: Entry = {}, ofMessage: Entry = {}): Entry {
  const blocks = typeof content === 'string' ? [text(content)] : content;
  return { type: 'message', message: { role: 'toolResult', toolCallId, toolName, content: blocks, isError: false, timestamp: 0, ...ofMessage }, ...more };
}

/** A command that a person ran. */
export function shellRun(command: string, output: string, ofMessage: Entry = {}, more: Entry = {}): Entry {
  return { type: 'message', message: { role: 'bashExecution', command, output, exitCode: 0, cancelled: false, truncated: false, timestamp: 0, ...ofMessage }, ...more };
}

/** A message of an extension. */
export function extensionMessage(customType: string, content: string, display: boolean, more: Entry = {}): Entry {
  return { type: 'custom_message', customType, content, display, ...more };
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 2, 3, 4, seconds)).toISOString();
}

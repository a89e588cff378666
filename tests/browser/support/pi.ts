// Pi's own answers, to compare the page with: they are asked for while the tests run, never written down.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const filters = ['Default', 'No tools', 'User only', 'Labeled only', 'All'] as const;
export type FilterName = (typeof filters)[number];

/** The ids of the rows that Pi's tree selector shows, by filter. Ids made for old files are not ours. */
export type PiRows = Record<FilterName, string[]>;

const inFile: Record<FilterName, string> = {
  Default: 'default',
  'No tools': 'no-tools',
  'User only': 'user-only',
  'Labeled only': 'labeled-only',
  All: 'all',
};

/** Asks Pi about files. The time zone is the browser's, and no home folder shortens a path. */
export async function piRows(...paths: string[]): Promise<PiRows[]> {
  const env = { ...process.env, TZ: 'UTC', HOME: '', USERPROFILE: '', PI_CONFORMANCE_CHILD: '1' };
  const oracle = join(import.meta.dirname, 'oracle.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [oracle, ...paths], { env, maxBuffer: 1 << 28 });
  const answers = JSON.parse(stdout) as Record<string, Record<string, string[]>>;
  return paths.map((path) => {
    const rows = answers[path] ?? {};
    return Object.fromEntries(filters.map((filter) => [filter, rows[inFile[filter]] ?? []])) as PiRows;
  });
}

/** A number as the page writes it in English. */
export function figure(number: number): string {
  return number.toLocaleString('en-US');
}

/** What Pi's model would see at places of a file. */
export interface PiContexts {
  session: string;
  /** Whether the file has ids of its own, which are then Pi's and ours. */
  hasIds: boolean;
  places: { leaf: string; seen: { id: string; role: string; tokens: number }[]; branch: string[] }[];
}

/** Asks Pi what its model would see at up to twenty places of a file. */
export async function piContexts(path: string): Promise<PiContexts> {
  const env = { ...process.env, TZ: 'UTC', HOME: '', USERPROFILE: '', PI_CONFORMANCE_CHILD: '1' };
  const oracle = join(import.meta.dirname, 'context-oracle.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [oracle, path], { env, maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as PiContexts;
}

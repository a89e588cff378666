// Every session opens, and the tree counts what Pi's own tree selector counts, in all five filters.

import { basename } from 'node:path';
import { branches } from './fixtures/branches.ts';
import { everything } from './fixtures/everything.ts';
import { figure, filters, piRows, type PiRows } from './support/pi.ts';
import { realSessions, realSessionsFolder } from './support/sessions.ts';
import { expect, test } from './support/test.ts';
import type { Viewer } from './support/viewer.ts';

async function expectPiCounts(viewer: Viewer, path: string, rows: PiRows | undefined): Promise<void> {
  if (!rows) throw new Error(`Pi says nothing of ${path}`);
  await viewer.open(path);
  await viewer.showTree();
  const all = rows.All.length;
  expect(all, 'entries that Pi lists').toBeGreaterThan(0);
  for (const name of filters) await expect(viewer.filter(name)).toHaveAccessibleDescription(figure(rows[name].length));
  for (const name of filters) {
    await viewer.choose(name);
    await expect(viewer.foot).toHaveText(`${figure(rows[name].length)} of ${figure(all)} entries`);
  }
}

if (realSessions.length === 0) {
  const reason = `there are no real sessions: ${realSessionsFolder} is missing`;
  console.log(reason);
  test('real sessions count as in Pi', () => test.skip(true, reason));
}

/** Asked for once: Pi takes some seconds to start. */
let answers: Promise<PiRows[]> | undefined;

for (const [at, path] of realSessions.entries()) {
  test(`${basename(path)} counts as in Pi`, async ({ viewer, checkAccessibility }) => {
    answers ??= piRows(...realSessions);
    await expectPiCounts(viewer, path, (await answers)[at]);
    await checkAccessibility();
  });
}

for (const [name, content] of Object.entries({ branches, everything })) {
  test(`the session of ${name} counts as in Pi`, async ({ viewer, makeFile, checkAccessibility }) => {
    const path = await makeFile(`${name}.jsonl`, content);
    const [rows] = await piRows(path);
    await expectPiCounts(viewer, path, rows);
    await checkAccessibility();
  });
}

// Every session opens, and the tree counts what Pi's own tree selector counts, in all five filters.

import { basename } from 'node:path';
import { branches } from './fixtures/branches.ts';
import { everything } from './fixtures/everything.ts';
import { figure, filters, piRows } from './support/pi.ts';
import { realSessions, realSessionsFolder } from './support/sessions.ts';
import { expect, test } from './support/test.ts';
import type { Viewer } from './support/viewer.ts';

async function expectPiCounts(viewer: Viewer, path: string): Promise<void> {
  const [rows] = await piRows(path);
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

for (const path of realSessions) {
  test(`${basename(path)} counts as in Pi`, async ({ viewer, checkAccessibility }) => {
    await expectPiCounts(viewer, path);
    await checkAccessibility();
  });
}

for (const [name, content] of Object.entries({ branches, everything })) {
  test(`the session of ${name} counts as in Pi`, async ({ viewer, makeFile, checkAccessibility }) => {
    await expectPiCounts(viewer, await makeFile(`${name}.jsonl`, content));
    await checkAccessibility();
  });
}

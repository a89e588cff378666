// What comes packed: gzip, zips, bug reports, exported pages, lists of crashes. And archives made to harm.

import { gzipSync } from 'node:zlib';
import { zip } from './fixtures/archive.ts';
import { branches } from './fixtures/branches.ts';
import { drop } from './support/drop.ts';
import { expect, test } from './support/test.ts';

const report = JSON.stringify({
  schemaVersion: 1, id: 'report-1', createdAt: '2026-03-01T10:00:00.000Z', hint: 'It hangs <img src=x onerror=alert(1)>', environment: { version: '1.6.0', platform: 'linux', terminal: { tmux: true } },
  session: { id: 'reported', included: true, messageCount: 9 }, model: { provider: 'acme', id: 'two', baseUrl: 'https://example.org/?key=%3Credacted%3E' }, provider: { id: 'acme' }, thinkingLevel: 'high',
  extensions: [], extensionErrors: [{ path: '/x/index.ts', error: 'could not load' }], settings: { global: { apiKey: '<redacted>' }, project: {} },
});
const crash = { timestamp: '2026-03-01T09:59:00.000Z', version: '1.6.0', kind: 'uncaughtException', message: 'boom', stack: 'Error: boom\n    at x.js:1:1', sessionFile: null, cwd: '/' };
const diagnostics = JSON.stringify({
  schemaVersion: 1, sessionId: 'reported', entryCount: 20, assistantMessageCount: 6, crashes: [crash],
  assistant: [
    { entryId: 'second-done', timestamp: '2026-03-01T09:00:00.000Z', provider: 'acme', model: 'two', stopReason: 'error', errorMessage: 'overloaded', diagnostics: [] },
    { entryId: 'elsewhere', stopReason: 'aborted', diagnostics: [] },
  ],
});

/** A page as Pi exports it. */
function exported(leafId: string): string {
  const [header, ...entries] = branches.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
  const data = Buffer.from(JSON.stringify({ header, entries, leafId })).toString('base64');
  return `<!DOCTYPE html>\n<html><head><style></style></head><body><script id="session-data" type="application/json">${data}</script></body></html>`;
}

test('gzip and an exported page open, the page at its own leaf', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('named-otherwise.jsonl', gzipSync(branches)));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await expect(viewer.entry('third-done')).toBeVisible();
  await drop(page, await makeFile('export.html', exported('stone-done')));
  await viewer.showSessions();
  await expect(viewer.sessions.getByRole('listitem')).toHaveCount(2);
  await viewer.open(await makeFile('export.html', exported('stone-done')));
  await expect(viewer.entry('stone-done')).toBeVisible();
  await expect(viewer.entry('third-done')).toHaveCount(0);
});

test('all sessions of a zip open; what else is in it is named', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('several.zip', zip({ 'sessions/one.jsonl': branches, 'two.jsonl': branches, 'note.txt': 'hello' })));
  await viewer.showSessions();
  await expect(viewer.sessions.getByRole('listitem')).toHaveCount(2);
  await expect(viewer.notices).toContainText('note.txt');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
});

test('a report leads from a failed turn to its entry', async ({ viewer, page, makeFile, checkAccessibility }, testInfo) => {
  await viewer.open(await makeFile('pi-bug-report-1.zip', zip({ 'report.json': report, 'diagnostics.json': diagnostics, 'session.jsonl': branches })));
  await expect(viewer.entry('third-done')).toBeVisible();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report' });
  await expect(dialog).toContainText('overloaded');
  await expect(dialog).toContainText('elsewhere is not in the transcript');
  await testInfo.attach('dialog', { body: await page.screenshot({ path: testInfo.outputPath('dialog.png') }), contentType: 'image/png' });
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Go to second-done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(viewer.entry('second-done')).toBeVisible();
});

test('a report without a transcript stands by itself', async ({ viewer, page, makeFile, checkAccessibility }, testInfo) => {
  await viewer.goto();
  await drop(page, await makeFile('pi-bug-report-1.zip', zip({ 'report.json': report, 'diagnostics.json': diagnostics, 'summary.md': '# What went wrong\nThe bridge fell.\n' })));
  const pane = page.getByRole('region', { name: 'Report' });
  await expect(pane).toContainText('no transcript');
  await expect(pane).toContainText('The bridge fell.');
  await expect(pane).toContainText('elsewhere is not in the transcript');
  await expect(pane).toContainText('It hangs <img src=x onerror=alert(1)>');
  await expect(pane.locator('img')).toHaveCount(0);
  await expect(pane).toContainText('could not load');
  await expect(pane.getByRole('heading', { name: 'Taken out by Pi' })).toBeVisible();
  await expect(pane).toContainText('settings.global.apiKey');
  await expect(pane.getByRole('list', { name: 'Crashes' })).toContainText('boom');
  await testInfo.attach('report', { body: await page.screenshot({ path: testInfo.outputPath('report.png') }), contentType: 'image/png' });
  await checkAccessibility();
});

test('crashes alone open as a report', async ({ viewer, page, makeFile }) => {
  await viewer.goto();
  await drop(page, await makeFile('crashes.json', `${JSON.stringify([crash], null, 2)}\n`));
  await expect(page.getByRole('region', { name: 'Report' }).getByRole('list', { name: 'Crashes' })).toContainText('x.js:1:1');
});

test('archives made to harm get a sentence each, and the page lives', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  const zeros = Buffer.alloc(48 << 20);
  const sound = zip({ 'session.jsonl': branches });
  const encrypted = Buffer.from(sound);
  for (const at of [6, encrypted.indexOf('PK\x01\x02') + 8]) encrypted.writeUInt16LE(1, at);
  const hostile: Record<string, [Uint8Array, RegExp]> = {
    'bomb.zip': [zip({ 'session.jsonl': zeros }), /at most 200 times/],
    'lying.zip': [zip({ 'session.jsonl': zeros }, 1000), /more than the 1,000 bytes/],
    'bomb.gz': [gzipSync(zeros), /at most 200 times/],
    'nested.zip': [zip({ 'inner.zip': sound }), /archive within an archive/],
    'up.zip': [zip({ '../../session.jsonl': branches }), /leads out of the archive/],
    'cut.zip': [sound.subarray(0, sound.length - 30), /no end record/],
    'encrypted.zip': [encrypted, /encrypted/],
  };
  for (const [name, [content, says]] of Object.entries(hostile)) {
    await drop(page, await makeFile(name, content));
    const notice = viewer.notices.getByRole('alert').filter({ hasText: name });
    await expect(notice.getByRole('paragraph'), name).toHaveText(says);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await viewer.showTree();
  await viewer.row('first').click();
  await expect(viewer.entry('first-done')).toBeVisible();
});

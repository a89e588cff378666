// What can't be opened gets a sentence, and nothing else happens: the page lives, and what is open stays.

import { gzipSync } from 'node:zlib';
import { branches } from './fixtures/branches.ts';
import { png } from './fixtures/images.ts';
import { drop } from './support/drop.ts';
import { expect, test } from './support/test.ts';

const emptyZip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), Buffer.from('session.jsonl')]);
const binary = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 197 + 11) % 256));

/** Files that are no session, each with what the sentence about it has to say. */
const others: Record<string, { content: string | Uint8Array; says: RegExp[] }> = {
  'empty.jsonl': { content: '', says: [/empty|no bytes|nothing in it/i] },
  'blank.jsonl': { content: ' \n\t\r\n\n  ', says: [/empty|blank|white space|no lines/i] },
  'noise.bin': { content: binary, says: [/not a Pi session|no Pi session|binary/i] },
  'nul.jsonl': { content: Buffer.alloc(5000), says: [/not a Pi session|no Pi session|binary|NUL/i] },
  'picture.png': { content: Buffer.from(png(8, 8), 'base64'), says: [/PNG/, /not a Pi session/i] },
  'cut.jsonl.gz': { content: gzipSync(branches).subarray(0, 300), says: [/gzip/, /breaks off at byte 300/] },
  'report.zip': { content: emptyZip, says: [/zip/, /no end record/] },
  'page.html': { content: '<!DOCTYPE html><html><body>Hello</body></html>', says: [/web page/, /\.jsonl/] },
  'utf16.jsonl': { content: Buffer.from('\ufeff{"type":"session"}\n', 'utf16le'), says: [/UTF-16/, /UTF-8/] },
  'diary.txt': { content: 'Dear diary,\nnothing happened today.\n', says: [/Pi session/i, /line 1|first line|JSON/i] },
  'table.csv': { content: 'id,name\n1,ada\n2,bob\n', says: [/Pi session/i] },
  'package.json': { content: JSON.stringify({ name: 'x', version: '1.0.0', dependencies: {} }, null, 2), says: [/Pi session/i] },
  'scalars.jsonl': { content: 'null\n1\n"text"\n[1,2]\ntrue\n', says: [/Pi session/i] },
  'claude-code.jsonl': {
    content: [
      { type: 'summary', summary: 'A talk', leafUuid: 'b' },
      { parentUuid: null, isSidechain: false, userType: 'external', cwd: '/home/ada', sessionId: 's', version: '1.0.0', type: 'user', message: { role: 'user', content: 'Hi' }, uuid: 'a', timestamp: '2026-01-01T00:00:00.000Z' },
      { parentUuid: 'a', isSidechain: false, type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] }, uuid: 'b', timestamp: '2026-01-01T00:00:01.000Z' },
    ].map((line) => JSON.stringify(line) + '\n').join(''),
    says: [/Pi session/i, /Claude Code|another tool|other tool/i],
  },
  'codex.jsonl': {
    content: [
      { timestamp: '2026-01-01T00:00:00.000Z', type: 'session_meta', payload: { id: 'x', cwd: '/home/ada', originator: 'codex_cli_rs' } },
      { timestamp: '2026-01-01T00:00:01.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] } },
    ].map((line) => JSON.stringify(line) + '\n').join(''),
    says: [/Pi session/i, /Codex|another tool|other tool/i],
  },
};

test('what is no session gets a clear sentence; the page lives and what is open stays', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  for (const [name, { content, says }] of Object.entries(others)) {
    await test.step(name, async () => {
      await drop(page, await makeFile(name, content));
      const notice = viewer.notices.getByRole('alert').filter({ hasText: name });
      await expect(notice).toHaveCount(1);
      const sentence = (await notice.getByRole('paragraph').textContent()) ?? '';
      for (const pattern of says) expect(sentence, name).toMatch(pattern);
      expect(sentence, 'whole sentences').toMatch(/^[A-Z“].*\.$/s);
      expect(sentence, 'nothing of the machine inside').not.toMatch(/panick|undefined|\[object|Error\(/);
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await expect(notice).toHaveCount(0);
    });
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await expect(viewer.entry('third-done')).toBeVisible();
  await expect(viewer.sessions).toHaveCount(0);
  await viewer.showTree();
  await viewer.row('first').click();
  await expect(viewer.entry('first-done')).toBeVisible();
  await drop(page, await makeFile('diary.txt', others['diary.txt']?.content ?? ''));
  await expect(viewer.notices.getByRole('alert')).toBeVisible();
  await checkAccessibility();
});

test('sessions among other files open, and each other file has its own sentence', async ({ viewer, makeFile }) => {
  await viewer.open(await makeFile('diary.txt', 'Dear diary,\n'), await makeFile('branches.jsonl', branches), await makeFile('empty.jsonl', ''));
  await expect(viewer.notices.getByRole('alert')).toHaveCount(2);
  await expect(viewer.entry('third-done')).toBeVisible();
});

test('a torn file opens with what it has, and says where it broke', async ({ viewer, page, makeFile, checkAccessibility }) => {
  const lines = branches.split('\n');
  const torn = [...lines.slice(0, 5), lines[5]?.slice(0, 60)].join('\n');
  await viewer.open(await makeFile('torn.jsonl', torn));
  await expect(viewer.entry('first-done')).toBeVisible();
  await page.getByRole('button', { name: '1 problem' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Problems' });
  await expect(panel).toContainText('torn-tail');
  await expect(panel).toContainText('line 6');
  await checkAccessibility();
});

test('damage in the middle costs only the damaged lines', async ({ viewer, page, makeFile }) => {
  const lines = branches.trimEnd().split('\n');
  lines.splice(3, 0, '{"type":"message","id":"broken', 'null', '\u0000\u0000\u0000\u0000');
  await viewer.open(await makeFile('damaged.jsonl', '\ufeff' + lines.join('\r\n')));
  await expect(viewer.entry('third-done')).toBeVisible();
  await page.getByRole('button', { name: /problems$/ }).click();
  const panel = page.getByRole('tabpanel', { name: 'Problems' });
  await expect(panel).toContainText('malformed-line');
  await expect(panel).toContainText('byte-order-mark');
  await expect(panel).toContainText('line 4');
});

test('a problem leads to its entry', async ({ viewer, page, makeFile }) => {
  const orphan = branches.replace('"parentId":"first"', '"parentId":"missing-parent"');
  await viewer.open(await makeFile('orphan.jsonl', orphan));
  await page.getByRole('button', { name: '1 problem' }).click();
  await page.getByRole('tabpanel', { name: 'Problems' }).getByRole('button', { name: /missing-parent/ }).click();
  await expect(viewer.entry('first-done')).toBeInViewport();
});

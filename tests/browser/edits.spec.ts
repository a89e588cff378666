// Changes: labels, names, edits of the context, moves and messages, held in memory until they are downloaded.

import { readFile } from 'node:fs/promises';
import { branches } from './fixtures/branches.ts';
import { piRows } from './support/pi.ts';
import { expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

interface Entry {
  type: string;
  id: string;
  parentId: string | null;
  [field: string]: unknown;
}

/** What "Download .jsonl" gives: the bytes, and the entries behind those of the file. */
async function download(page: Page): Promise<{ name: string; text: string; added: Entry[] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download .jsonl' }).click()]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith(branches), 'the file stands in front as it was').toBe(true);
  const added = text
    .slice(branches.length)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
  return { name: file.suggestedFilename(), text, added };
}

/** Presses a button of an entry. */
async function act(page: Page, id: string, name: string): Promise<void> {
  const article = page.getByRole('article').and(page.locator(`[data-entry-id="${id}"]`));
  await article.scrollIntoViewIfNeeded();
  await article.hover();
  await article.getByRole('button', { name, exact: true }).first().click();
}

test('a label is set, changed and cleared, undone and redone', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toHaveCount(0);

  await act(page, 'third', 'Label');
  const dialog = page.getByRole('dialog', { name: 'Label' });
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toBeFocused();
  await checkAccessibility();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('  the turn  ');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(viewer.entry('third').getByText('the turn', { exact: true })).toBeVisible();
  await expect(changes.getByText('1 entry is not saved')).toBeVisible();
  await checkAccessibility();
  await viewer.showTree();
  await expect(viewer.row('third').getByText('the turn')).toBeVisible();
  await viewer.showConversation();

  await act(page, 'third', 'Label');
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toHaveValue('the turn');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(viewer.entry('third').getByText('the turn', { exact: true })).toHaveCount(0);
  await expect(changes.getByText('2 entries are not saved')).toBeVisible();

  await changes.getByRole('button', { name: 'Undo' }).click();
  await expect(viewer.entry('third').getByText('the turn', { exact: true })).toBeVisible();
  await changes.getByRole('button', { name: 'Undo' }).click();
  await expect(viewer.entry('third').getByText('the turn', { exact: true })).toHaveCount(0);
  await expect(changes.getByText('All is as in the file')).toBeVisible();
  await expect(changes.getByRole('button', { name: 'Download .jsonl' })).toBeDisabled();
  await changes.getByRole('button', { name: 'Redo' }).click();
  await expect(viewer.entry('third').getByText('the turn', { exact: true })).toBeVisible();

  const { added } = await download(page);
  expect(added.map(({ type, targetId, label }) => ({ type, targetId, label }))).toEqual([{ type: 'label', targetId: 'third', label: 'the turn' }]);
});

test('the session is renamed, and the title says so', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await page.getByRole('button', { name: 'Rename session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename session' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bridges <b>and</b> stones');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bridges <b>and</b> stones');
  await expect(page).toHaveTitle(/Bridges/);
  const { added } = await download(page);
  expect(added.map(({ type, name }) => ({ type, name }))).toEqual([{ type: 'session_info', name: 'Bridges <b>and</b> stones' }]);
});

test('an entry is left out of the context, and another replaced', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await act(page, 'third-done', 'Edit in context');
  const dialog = page.getByRole('dialog', { name: 'Edit in context' });
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await act(page, 'third', 'Edit in context');
  await dialog.getByRole('radio', { name: 'Replace its text' }).check();
  await dialog.getByRole('textbox', { name: 'Replacement' }).fill('Say it in one line.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const { added } = await download(page);
  expect(added.map(({ type, targetId, replacement }) => ({ type, targetId, replacement }))).toEqual([
    { type: 'context_edit', targetId: 'third-done', replacement: null },
    { type: 'context_edit', targetId: 'third', replacement: { content: 'Say it in one line.' } },
  ]);
});

test('going on from a message moves the leaf before it, and its text is appended anew', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await act(page, 'third', 'Continue from here');
  const dialog = page.getByRole('dialog', { name: 'Continue from here' });
  await expect(dialog.getByRole('radio', { name: 'No summary' })).toBeChecked();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes.getByText(/The leaf was moved/)).toBeVisible();
  await expect(viewer.entry('third')).toHaveCount(0);
  const message = changes.getByRole('textbox', { name: 'Message' });
  await expect(message).not.toHaveValue('');
  await checkAccessibility();
  await message.fill('Once more, <i>slowly</i>.');
  await changes.getByRole('button', { name: 'Append' }).click();
  await expect(message).toHaveCount(0);
  await expect(viewer.feed.getByText('Once more, <i>slowly</i>.')).toBeVisible();
  const { added } = await download(page);
  const before = branches.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Entry);
  const third = before.find(({ id }) => id === 'third');
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({ type: 'message', parentId: third?.parentId ?? null, message: { role: 'user', content: [{ type: 'text', text: 'Once more, <i>slowly</i>.' }] } });
});

test('going on with a summary keeps what was left, as it was edited, and Undo takes it back', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await viewer.showTree();
  await viewer.row('first-done').click();
  await act(page, 'first-done', 'Continue from here');
  const dialog = page.getByRole('dialog', { name: 'Continue from here' });
  await dialog.getByRole('radio', { name: 'Summarize', exact: true }).check();
  const summary = dialog.getByRole('textbox', { name: 'Summary' });
  await expect(summary).toHaveValue(/## Goal\n- \[third\] Take the third way\n[^]*- \[map\] read, 1 calls?\n/);
  await expect(dialog.getByRole('radio', { name: 'Summarize with instructions' })).toBeDisabled();
  await checkAccessibility();
  await summary.fill(`${await summary.inputValue()}\n<b>By hand.</b>`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toHaveCount(0);
  const { added, text } = await download(page);
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({ type: 'branch_summary', parentId: 'first-done', fromId: 'third-done', details: { readFiles: ['map.txt'], modifiedFiles: [] } });
  expect(added[0]?.['summary']).toContain('\n<b>By hand.</b>');

  // Pi opens what was downloaded, stands where the page stands, and lists the same.
  const [rows] = await piRows(await makeFile('downloaded.jsonl', text));
  await viewer.showTree();
  await viewer.choose('All');
  expect(await viewer.drawnRows()).toEqual(rows?.All);
  expect(rows?.All).toContain(added[0]?.id);
  await viewer.choose('Default');
  await viewer.showConversation();
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Undo' }).click();
  await expect(viewer.entry('third-done')).toBeVisible();
});

test('a moved leaf goes back to where the file opens', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await viewer.showTree();
  await viewer.row('first-done').click();
  await act(page, 'first-done', 'Continue from here');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: 'Move back' }).click();
  await expect(changes).toHaveCount(0);
  await expect(viewer.entry('third-done')).toBeVisible();
});

test('Shift+L labels the entry in focus; leaving with changes is asked about', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await viewer.feed.focus();
  await page.keyboard.press('Shift+L');
  const dialog = page.getByRole('dialog', { name: 'Label' });
  await dialog.getByRole('textbox', { name: 'Label' }).fill('here');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible();
});

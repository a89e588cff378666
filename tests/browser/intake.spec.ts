// Every way in: drop, pick, paste, the sample; one file, several, folders.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { branches } from './fixtures/branches.ts';
import { everything } from './fixtures/everything.ts';
import { Drag, drop } from './support/drop.ts';
import { assistant, sessionText, user } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const small = (words: string, id: string) => sessionText([user(words), assistant('Yes.')], { id });

test('the sample opens', async ({ viewer, page, checkAccessibility }) => {
  await viewer.goto();
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(viewer.feed.getByRole('article').first()).toBeVisible();
  await checkAccessibility();
  await viewer.showTree();
  await expect(viewer.tree.getByRole('treeitem').first()).toBeVisible();
  await checkAccessibility();
});

test('something dragged over the window is announced, and forgotten when it leaves', async ({ viewer, page, makeFile }) => {
  await viewer.goto();
  const drag = await Drag.over(page, [await makeFile('branches.jsonl', branches)]);
  await expect(page.getByRole('status').filter({ hasText: 'Drop to open' })).toBeVisible();
  await expect(page.getByText('goes nowhere else')).toBeVisible();
  // Of a drag that is given up the browser's own input tells the page nothing; a person's does, by this event.
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { dataTransfer: new DataTransfer(), bubbles: true })));
  await drag.cancel();
  await expect(page.getByText('Drop to open')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open files' })).toBeVisible();
});

test('a dropped file opens, whatever its name', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('no extension', branches));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await expect(page).toHaveTitle(/Migration plan/);
});

test('a second drop joins the first, and both stay', async ({ viewer, page, makeFile, checkAccessibility, isMobile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await drop(page, await makeFile('everything.jsonl', everything));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything there is');
  if (isMobile) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  const open = viewer.sessions.getByRole('button', { name: /Migration plan|Everything there is/ });
  await expect(open).toHaveCount(4); // Each with the button that closes it.
  await checkAccessibility();
  await viewer.sessions.getByRole('button', { name: 'Migration plan branches.jsonl' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await expect(viewer.entry('third-done')).toBeVisible();
  if (isMobile) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  await viewer.sessions.getByRole('button', { name: 'Close Migration plan' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything there is');
  await expect(viewer.sessions).toHaveCount(0);
});

test('several files are dropped at once', async ({ viewer, page, makeFile, isMobile }) => {
  const files = await Promise.all(['one', 'two', 'three'].map((name) => makeFile(`${name}.jsonl`, small(`This is ${name}`, name))));
  await viewer.open(...files);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is one');
  if (isMobile) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  for (const name of ['one', 'two', 'three']) await expect(viewer.sessions.getByRole('button', { name: `This is ${name} ${name}.jsonl` })).toBeVisible();
});

/** A folder with two sessions at different depths, and two files that are something else. */
async function makeFolder(makeFile: (name: string, content: string) => Promise<string>): Promise<string> {
  const one = await makeFile('sessions/--home-ada--/2026_one.jsonl', small('This is one', 'one'));
  const folder = dirname(dirname(one));
  await mkdir(join(folder, 'a/b/c'), { recursive: true });
  await writeFile(join(folder, 'a/b/c/two.jsonl'), small('This is two', 'two'));
  await writeFile(join(folder, 'a/notes.txt'), 'not a session\n');
  await writeFile(join(folder, '.DS_Store'), Buffer.from([0, 1, 2, 3]));
  return folder;
}

test('a dropped folder is walked, and what is no session is counted', async ({ viewer, page, makeFile, isMobile }) => {
  await viewer.open(await makeFolder(makeFile));
  await expect(viewer.notices.getByRole('status')).toContainText('2 sessions opened; 2 files are something else');
  if (isMobile) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  await expect(viewer.sessions.getByRole('button', { name: 'This is one 2026_one.jsonl' })).toBeVisible();
  await expect(viewer.sessions.getByRole('button', { name: 'This is two two.jsonl' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a folder is picked', async ({ viewer, page, makeFile }) => {
  const folder = await makeFolder(makeFile);
  await viewer.goto();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open folder' }).click();
  await (await choosing).setFiles(folder);
  await expect(viewer.notices.getByRole('status')).toContainText('2 sessions opened; 2 files are something else');
  await expect(viewer.feed).toBeVisible();
});

test('files are picked, and picked again', async ({ viewer, page, makeFile, isMobile }) => {
  const path = await makeFile('branches.jsonl', branches);
  const pick = async (...paths: string[]) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open files' }).click();
    const chooser = await choosing;
    expect(chooser.isMultiple()).toBe(true);
    await chooser.setFiles(paths);
  };
  await viewer.goto();
  await pick(path, await makeFile('one.jsonl', small('This is one', 'one')));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await pick(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  if (isMobile) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  await expect(viewer.sessions.getByRole('button', { name: 'Migration plan branches.jsonl' })).toHaveCount(2);
});

test('text is pasted with the keys', async ({ viewer, page }) => {
  await viewer.goto();
  await page.evaluate((words) => navigator.clipboard.writeText(words), branches);
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await expect(viewer.entry('third-done')).toBeVisible();
});

test('text is pasted with the button', async ({ viewer, page }) => {
  await viewer.goto();
  await page.evaluate((words) => navigator.clipboard.writeText(words), branches);
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
});

test('an empty clipboard, and words that are no session, get a sentence', async ({ viewer, page }) => {
  await viewer.goto();
  await page.evaluate(() => navigator.clipboard.writeText('  \n'));
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect(viewer.notices.getByRole('alert')).toContainText('no text in the clipboard');
  await page.evaluate(() => navigator.clipboard.writeText('Dear diary,\nnothing happened.'));
  await page.keyboard.press('Control+V');
  await expect(viewer.notices.getByRole('alert').filter({ hasText: 'pasted text' })).toContainText(/not a Pi session|no Pi session/i);
});

test('a copied file is pasted', async ({ viewer, page }) => {
  await viewer.goto();
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([words], 'copied.jsonl'));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, branches);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
});

test('a paste into a field is the field’s', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await viewer.showTree();
  await page.evaluate(() => navigator.clipboard.writeText('bridge'));
  await viewer.search.focus();
  await page.keyboard.press('Control+V');
  await expect(viewer.search).toHaveValue('bridge');
  await expect(viewer.notices).toHaveCount(0);
});

test('words dragged onto the page open too', async ({ viewer, page }) => {
  await viewer.goto();
  await page.evaluate((words) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', words);
    for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, branches);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
});

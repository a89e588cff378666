// The list of sessions: search, order, threads, switches and keys.

import { expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

const AT = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();

interface Described {
  id: string;
  minute: number;
  prompt: string;
  name?: string;
  parent?: string;
}

function file({ id, minute, prompt, name, parent }: Described): string {
  const header = { type: 'session', version: 3, id, timestamp: AT(0), cwd: `/home/ada/${id}-folder`, ...(parent === undefined ? {} : { parentSession: `/home/ada/.pi/agent/sessions/${parent}.jsonl` }) };
  const user = { type: 'message', id: 'a', parentId: null, timestamp: AT(minute), message: { role: 'user', content: prompt, timestamp: Date.parse(AT(minute)) } };
  const info = { type: 'session_info', id: 'b', parentId: 'a', timestamp: AT(minute), name };
  return [header, user, ...(name === undefined ? [] : [info])].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const SESSIONS: Described[] = [
  { id: 'salad', minute: 1, prompt: 'There is no salt in it', name: 'Salad' },
  { id: 'salt', minute: 2, prompt: 'Read it per request', name: 'Fix the salt' },
  { id: 'soup', minute: 3, prompt: 'A soup with CVE-2025 in it' },
  { id: 'fork', minute: 4, prompt: 'The salad again', parent: 'salad' },
];

async function openAll(page: Page, viewer: { open: (...paths: string[]) => Promise<void>; panes: import('@playwright/test').Locator }, makeFile: (name: string, content: string) => Promise<string>, isMobile: boolean): Promise<void> {
  await viewer.open(...(await Promise.all(SESSIONS.map((session) => makeFile(`${session.id}.jsonl`, file(session))))));
  if (isMobile) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search sessions' })).toBeVisible();
}

/** The files of the rows, in order. */
const rows = (page: Page) => page.getByRole('navigation', { name: 'Sessions' }).locator('.session-file');

test('sessions are searched as in Pi, and sorted', async ({ viewer, page, makeFile, isMobile, checkAccessibility }) => {
  await openAll(page, viewer, makeFile, isMobile);
  const search = page.getByRole('searchbox', { name: 'Search sessions' });
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await expect(rows(page)).toHaveText(['fork.jsonl', 'soup.jsonl', 'salt.jsonl', 'salad.jsonl']);
  await expect(viewer.sessions.getByText('4 of 4 sessions')).toBeVisible();
  await checkAccessibility();

  await search.fill('salt');
  await expect(rows(page)).toHaveText(['salt.jsonl', 'salad.jsonl']);
  await sort.selectOption('Relevance');
  await search.fill('salad');
  await expect(rows(page)).toHaveText(['salad.jsonl', 'fork.jsonl']);
  await search.fill('"no salt"');
  await expect(rows(page)).toHaveText(['salad.jsonl']);
  await search.fill('re:cve-\\d+');
  await expect(rows(page)).toHaveText(['soup.jsonl']);
  await expect(viewer.sessions.getByText('1 of 4 sessions')).toBeVisible();

  await search.fill('re:(');
  await expect(viewer.sessions.getByText('needs a closing parenthesis')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await checkAccessibility();
  await search.fill('re:(.+)+(.+)+(.+)+\\1\\2\\3!');
  await expect(viewer.sessions.getByText('0 of 4 sessions')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(rows(page)).toHaveCount(4);
});

test('forks stand below what they were taken from', async ({ viewer, page, makeFile, isMobile, checkAccessibility }) => {
  await openAll(page, viewer, makeFile, isMobile);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Threaded');
  await expect(rows(page)).toHaveText(['salad.jsonl', 'fork.jsonl', 'soup.jsonl', 'salt.jsonl']);
  const left = async (name: string) => (await viewer.sessions.getByText(name, { exact: true }).first().locator('xpath=ancestor::button').boundingBox())?.x ?? 0;
  expect(await left('The salad again')).toBeGreaterThan(await left('Salad'));
  await expect(viewer.sessions.getByRole('button', { name: /The salad again fork.jsonl 1 message .* taken from the session above it/ })).toBeVisible();
  await checkAccessibility();
});

test('named only, paths, and keys', async ({ viewer, page, makeFile, isMobile }) => {
  await openAll(page, viewer, makeFile, isMobile);
  await page.getByRole('checkbox', { name: 'Show paths' }).check();
  await expect(viewer.sessions.getByText('/home/ada/soup-folder')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Named only' }).check();
  await expect(rows(page)).toHaveText(['salt.jsonl', 'salad.jsonl']);

  const search = page.getByRole('searchbox', { name: 'Search sessions' });
  await search.press('ArrowDown');
  await expect(viewer.sessions.getByRole('button', { name: /^Fix the salt/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(viewer.sessions.getByRole('button', { name: /^Salad/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salad');
});

test('the list speaks Vietnamese', async ({ viewer, page, makeFile, isMobile }) => {
  await openAll(page, viewer, makeFile, isMobile);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Tiếng Việt' }).check();
  await page.keyboard.press('Escape');
  const list = page.getByRole('navigation', { name: 'Phiên' });
  await expect(list.getByRole('searchbox', { name: 'Tìm phiên' })).toBeVisible();
  await expect(list.getByText('4 / 4 phiên')).toBeVisible();
  await list.getByRole('searchbox').fill('re:[');
  await expect(list.getByText('không đúng cú pháp')).toBeVisible();
});

// Light and dark, two languages, and the list of keys.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { everything } from './fixtures/everything.ts';
import { branches } from './fixtures/branches.ts';
import { drop } from './support/drop.ts';
import { expect, test } from './support/test.ts';

/** How light the page is, from 0 to 255. */
function lightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? [];
    return parts.slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
  });
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('radio', { name, exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('light and dark follow the system until a person chooses, and the choice stays', async ({ viewer, page }) => {
  await viewer.goto();
  expect(await lightness(page)).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => lightness(page)).toBeLessThan(60);
  await choose(page, 'Light');
  expect(await lightness(page)).toBeGreaterThan(200);
  await viewer.reload();
  expect(await lightness(page)).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, 'Dark');
  expect(await lightness(page)).toBeLessThan(60);
  await choose(page, 'System');
  expect(await lightness(page)).toBeGreaterThan(200);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`everything can be read in ${colorScheme}`, async ({ viewer, page, makeFile, checkAccessibility, isMobile }) => {
    test.skip(isMobile && colorScheme === 'dark', 'the colours are those of the desktop');
    await page.emulateMedia({ colorScheme });
    await viewer.goto();
    await checkAccessibility();
    await drop(page, await makeFile('everything.jsonl', everything));
    await expect(viewer.feed).toBeVisible();
    test.setTimeout(90_000);
    let last = 0;
    await viewer.readThrough(async (article) => {
      // What is drawn together is checked together.
      const height = await viewer.feed.evaluate((feed) => feed.scrollTop);
      if (height - last < 1800) return;
      last = height;
      await expect(article).toBeAttached();
      await checkAccessibility();
    });
    expect(last, 'the conversation was read').toBeGreaterThan(0);
    await viewer.showTree();
    await checkAccessibility();
    for (const name of ['Settings', 'Help']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await checkAccessibility();
      await page.keyboard.press('Escape');
    }
  });
}

/** Words of the English page that a Vietnamese page must not hold. Those that both languages share are left out. */
const english = [
  'Open', 'files', 'folder', 'Paste', 'sample', 'Nothing', 'browser', 'Settings', 'Help', 'Close', 'Theme', 'System', 'Light', 'Dark', 'Language', 'Show',
  'Thinking', 'Hidden', 'Search', 'entries', 'entry', 'Filter', 'Default', 'tools', 'only', 'Labeled', 'All', 'Session', 'sessions', 'Tree', 'Conversation', 'branch', 'branches',
  'User', 'Assistant', 'Copy', 'Copied', 'text', 'link', 'Raw', 'lines', 'line', 'Error', 'Aborted', 'result', 'Branch', 'Previous', 'Next', 'Width', 'problems', 'problem',
  'Model', 'directory', 'Dates', 'Keys', 'Key', 'Fold', 'unfold', 'prompt', 'Times', 'labels', 'Clear', 'Summary', 'Compaction', 'cached', 'leaf', 'leaves', 'Reading', 'Drop',
];

test('the Vietnamese page leaves no word of its own untranslated', async ({ viewer, page, makeFile, checkAccessibility, isMobile }) => {
  await viewer.goto();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Tiếng Việt' }).check();
  await expect(page.getByRole('dialog', { name: 'Cài đặt' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await checkAccessibility();

  const leftOver = () =>
    page.evaluate((words) => {
      // What the session itself says is not ours to translate: names, tools, the text of messages.
      const theirs = ['.tree-what', '.markdown', '.text-box', '.title', '.about', '.session-title', '.session-file', '.subject', '.tool-head', 'kbd', 'pre', 'code', '.model', '.json-line', '.excerpt', 'bdi', '[lang="en"]'].join(',');
      const found: string[] = [];
      const look = (attribute: string | null, where: Element) => {
        const text = attribute?.replaceAll('~/.pi/agent/sessions', '');
        for (const word of words) if (text && new RegExp(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`, 'u').test(text)) found.push(`“${word}” in “${text.slice(0, 80)}” (${where.localName}.${where.className})`);
      };
      for (const element of document.querySelectorAll('body *')) {
        if (element.closest(theirs)) continue;
        for (const child of element.childNodes) if (child instanceof Text) look(child.data, element);
        for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt']) look(element.getAttribute(name), element);
      }
      return [...new Set(found)];
    }, english);

  expect(await leftOver(), 'in the settings').toEqual([]);
  await page.keyboard.press('Escape');
  expect(await leftOver(), 'on the start page').toEqual([]);
  await page.getByRole('button', { name: 'Trợ giúp' }).click();
  expect(await leftOver(), 'in the help').toEqual([]);
  await page.keyboard.press('Escape');

  await drop(page, await makeFile('phien.jsonl', branches));
  await expect(page.getByRole('feed', { name: 'Hội thoại' })).toBeVisible();
  expect(await leftOver(), 'with a session').toEqual([]);
  for (const name of ['Mục', 'Ngữ cảnh', 'Thống kê', 'Vấn đề']) {
    if (isMobile) await page.getByRole('navigation', { name: 'Các khung' }).getByRole('button', { name: 'Bảng soi' }).click();
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
    expect(await leftOver(), `in the inspector: ${name}`).toEqual([]);
  }
  await page.getByRole('button', { name: 'Xuất' }).click();
  expect(await leftOver(), 'in the export').toEqual([]);
  await page.keyboard.press('Escape');
  if (isMobile) await page.getByRole('navigation', { name: 'Các khung' }).getByRole('button', { name: 'Cây' }).click();
  await expect(page.getByRole('tree', { name: 'Cây phiên' })).toBeVisible();
  expect(await leftOver(), 'in the tree').toEqual([]);
  await drop(page, await makeFile('rong.jsonl', ''));
  await expect(page.getByRole('alert')).toBeVisible();
});

test('Help lists every key of the table in the code', async ({ viewer, page, checkAccessibility, isMobile }) => {
  const source = readFileSync(resolve(import.meta.dirname, '../../crates/viewer/src/keys.rs'), 'utf8');
  const rows = [...source.matchAll(/shown: &\[((?:"[^"]*"(?:, )?)+)\]/g)].map((row) => [...(row[1] ?? '').matchAll(/"([^"]+)"/g)].map((key) => key[1]));
  expect(rows.length).toBeGreaterThan(15);
  await viewer.goto();
  if (isMobile) await page.getByRole('button', { name: 'Help' }).click();
  else await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Help' });
  // What follows reads at once, without waiting.
  await expect(dialog.getByRole('rowheader')).toHaveCount(rows.length);
  const listed = await dialog.getByRole('rowheader').evaluateAll((cells) => cells.map((cell) => [...cell.querySelectorAll('kbd')].map((key) => key.textContent)));
  expect(listed).toEqual(rows);
  for (const key of ['?', '/', 'j', 'k', 'Home', 'End', 'Enter', '[', ']', 'Shift+J', 'Shift+K', '1', '5', 'g', 'Shift+G', 'Shift+T', 't', 'o', 'h', 'c', 'y', 'Esc']) expect(listed.flat()).toContain(key);
  for (const words of await dialog.getByRole('cell').allTextContents()) expect(words.trim()).not.toBe('');
  await checkAccessibility();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the page keeps still for those who ask for less motion', async ({ viewer, page, makeFile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await viewer.open(await makeFile('branches.jsonl', branches));
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

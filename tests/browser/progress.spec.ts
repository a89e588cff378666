// Long reading: progress, a page that answers meanwhile, and a way to stop.

import type { Page } from '@playwright/test';
import { branches } from './fixtures/branches.ts';
import { largeSession } from './fixtures/large.ts';
import { drop } from './support/drop.ts';
import { expect, test } from './support/test.ts';

const entries = 25_000;
const width = 4_000; // Some 105 MB in all.

/** A processor so much slower that a person can watch. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Cancels as soon as a person could have seen the progress: the reading is over too soon to do it from without. */
async function cancelOnceShown(page: Page, shows: string): Promise<() => Promise<string>> {
  const seen = await page.evaluateHandle((shows) => {
    const seen = { said: '' };
    const look = () => {
      const bar = document.querySelector('progress');
      if (bar && bar.value > bar.max / 20 && bar.parentElement?.textContent?.includes(shows)) {
        seen.said = `${bar.getAttribute('aria-label')}: ${bar.getAttribute('aria-valuetext')}`;
        const cancel = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Cancel');
        cancel?.click();
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
    return seen;
  }, shows);
  return () => seen.evaluate(({ said }) => said);
}

test('reading 100 MB shows its progress and can be cancelled', async ({ viewer, page, makeFile, isMobile }) => {
  const large = await largeSession(entries, width);
  await viewer.open(await makeFile('branches.jsonl', branches));
  const said = await cancelOnceShown(page, 'of 1');
  await drop(page, large);
  await expect.poll(said).toMatch(/^Reading .*\.jsonl: [\d.]+ MB of 1\d\d(\.\d)? MB$/);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(viewer.notices.getByRole('status')).toContainText('Reading was cancelled. Nothing was opened.');

  // What was open is as it was, and alone.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
  await expect(viewer.entry('third-done')).toBeVisible();
  if (!isMobile) await expect(viewer.sessions).toHaveCount(0);
  await viewer.showTree();
  await viewer.row('second').click();
  await expect(viewer.entry('second')).toBeInViewport();
});

test('the page answers while it reads 100 MB', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await viewer.showTree();
  const large = await largeSession(entries, width);
  await slowDown(page, 4);
  // Watched from within, frame by frame: a person clicks in the middle of it.
  const seen = await page.evaluateHandle(() => {
    const seen = { shares: [] as number[], longest: 0, answered: false };
    let last = performance.now();
    const look = () => {
      const bar = document.querySelector('progress');
      const now = performance.now();
      if (bar) {
        if (seen.shares.length > 0) seen.longest = Math.max(seen.longest, now - last);
        seen.shares.push(bar.value / bar.max);
        if (seen.shares.length === 3) document.querySelector<HTMLElement>('[data-entry-id="first"]')?.click();
        seen.answered ||= document.querySelector('[role="feed"] [data-entry-id="first-done"]') !== null;
      }
      last = now;
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await drop(page, large);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Question 0/, { timeout: 20_000 });
  const { shares, longest, answered } = await seen.evaluate((seen) => seen);
  expect(shares.length, 'frames that showed progress').toBeGreaterThan(5);
  expect(new Set(shares).size, 'steps of progress').toBeGreaterThan(2);
  expect([...shares].sort((a, b) => a - b), 'progress goes forward').toEqual(shares);
  expect(answered, 'a click was answered during it').toBe(true);
  // With a processor of a quarter's speed, and this machine's other work.
  expect(longest, 'milliseconds without a frame').toBeLessThan(1_500);
});

test('cancelling the second of two files keeps the first', async ({ viewer, page, makeFile }) => {
  const large = await largeSession(entries, width);
  await viewer.goto();
  const said = await cancelOnceShown(page, 'file 2 of 2');
  await drop(page, await makeFile('branches.jsonl', branches), large);
  await expect.poll(said).toContain('Reading');
  await expect(viewer.notices.getByRole('status')).toContainText('1 session was opened before that');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Migration plan');
});

// Large sessions: few elements, and every row and article within reach.

import { largeId, largeSession } from './fixtures/large.ts';
import { expect, test } from './support/test.ts';
import { elementCount, nextFrames } from './support/viewer.ts';

const mostElements = 2_000;

for (const entries of [100_000, 1_000_000]) {
  test.describe(`a session of ${entries.toLocaleString('en-US')} entries`, () => {
    test.describe.configure({ timeout: 120_000 });

    test('opens at its end, keeps few elements, and scrolls from end to end', async ({ viewer, page, isMobile }) => {
      const path = await largeSession(entries);
      const [first, last] = [largeId(0), largeId(entries - 1)];
      await viewer.open(path);
      await expect(viewer.entry(last)).toBeInViewport({ timeout: 60_000 });
      expect(await elementCount(page)).toBeLessThan(mostElements);

      // The conversation.
      await viewer.feed.focus();
      await page.keyboard.press('Home');
      await expect(viewer.entry(first)).toBeInViewport();
      await expect(viewer.entry(first)).toHaveAttribute('aria-setsize', String(entries));
      await page.keyboard.press('PageDown');
      await expect(viewer.entry(first)).not.toBeInViewport();
      await page.keyboard.press('End');
      await expect(viewer.entry(last)).toBeInViewport({ ratio: 0.9 });
      await expect(viewer.entry(last)).toHaveAttribute('aria-posinset', String(entries));

      // The scrollbar's thumb, dragged to the ends and the middle.
      const drag = async (part: number) => {
        await viewer.feed.evaluate((feed, part) => feed.scrollTo(0, part * (feed.scrollHeight - feed.clientHeight)), part);
        await nextFrames(page, 4);
      };
      await drag(0);
      await expect(viewer.entry(first)).toBeInViewport();
      await drag(0.5);
      const middle = Number(await viewer.feed.getByRole('article').first().getAttribute('aria-posinset'));
      expect(middle / entries).toBeGreaterThan(0.4);
      expect(middle / entries).toBeLessThan(0.6);
      expect(await elementCount(page)).toBeLessThan(mostElements);
      await drag(1);
      await expect(viewer.entry(last)).toBeInViewport({ ratio: 0.9 });

      // The tree.
      await viewer.showTree();
      await expect(viewer.foot).toHaveText(`${entries.toLocaleString('en-US')} of ${entries.toLocaleString('en-US')} entries`);
      await expect(viewer.row(last)).toBeInViewport();
      await viewer.tree.focus();
      await page.keyboard.press('Home');
      await expect(viewer.row(first)).toBeInViewport();
      await viewer.expectFocus(first);
      await viewer.tree.evaluate((tree) => tree.scrollTo(0, tree.scrollHeight));
      await nextFrames(page, 4);
      await expect(viewer.row(last)).toBeInViewport({ ratio: 0.9 });
      await page.keyboard.press('End');
      await viewer.expectFocus(last);
      await page.keyboard.press('ArrowUp');
      await viewer.expectFocus(largeId(entries - 2));
      expect(await elementCount(page)).toBeLessThan(mostElements);

      // A filter, a search, and a visit to the middle.
      await viewer.choose('User only');
      await expect(viewer.foot).toHaveText(`${(entries / 2).toLocaleString('en-US')} of ${entries.toLocaleString('en-US')} entries`);
      const goal = entries / 2 + 40;
      await viewer.search.fill(`question ${goal} `);
      await expect(viewer.row(largeId(goal))).toBeVisible();
      await viewer.row(largeId(goal)).click();
      await expect(viewer.entry(largeId(goal))).toBeInViewport();
      if (!isMobile) {
        await viewer.search.press('Escape');
        await expect(viewer.row(largeId(goal))).toBeInViewport();
      }
    });

    test('every step of the wheel moves the list by that step, wherever it stands', async ({ viewer, page, isMobile }) => {
      test.skip(isMobile, 'a phone has no wheel');
      await viewer.open(await largeSession(entries));
      await expect(viewer.entry(largeId(entries - 1))).toBeInViewport({ timeout: 60_000 });
      const top = (id: string) => viewer.row(id).evaluate((row) => row.getBoundingClientRect().top);
      const box = await viewer.tree.boundingBox();
      if (!box) throw new Error('there is no tree');
      await page.mouse.move(box.x + 50, box.y + 200);
      for (const part of [0, 0.37, 0.8, 0.999]) {
        await viewer.tree.evaluate((tree, part) => tree.scrollTo(0, part * (tree.scrollHeight - tree.clientHeight)), part);
        await nextFrames(page, 4);
        const rows = await viewer.drawnRows();
        const row = rows[Math.floor(rows.length / 2)] ?? '';
        const before = await top(row);
        await page.mouse.wheel(0, 72);
        await expect.poll(async () => Math.abs((await top(row)) - before + 72), `at ${part}`).toBeLessThanOrEqual(1);
        await page.waitForTimeout(300); // The scrollbar is put right when it rests; the rows must not follow it.
        expect(Math.abs((await top(row)) - before + 72)).toBeLessThanOrEqual(1);
      }
    });
  });
}

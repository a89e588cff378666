// The pictures of the README: made only when asked for, by the variable PICTURES that names the folder to write to.

import { join, resolve } from 'node:path';
import { expect, test } from './support/test.ts';
import { nextFrames } from './support/viewer.ts';

const folder = process.env['PICTURES'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a picture of the sample, ${colorScheme}`, async ({ viewer, page, isMobile }) => {
    test.skip(!folder, 'PICTURES names no folder');
    if (!folder) return;
    await page.emulateMedia({ colorScheme });
    await viewer.goto();
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await expect(viewer.feed.getByRole('article').first()).toBeVisible();
    await page.mouse.move(700, 810);
    await nextFrames(page, 10);
    await page.screenshot({ path: join(resolve(folder), `${isMobile ? 'phone' : 'viewer'}-${colorScheme}.png`) });
    if (!isMobile) return;
    await viewer.showTree();
    await nextFrames(page, 10);
    await page.screenshot({ path: join(resolve(folder), `phone-tree-${colorScheme}.png`) });
  });
}

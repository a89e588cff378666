// Where branches part, a switcher in the conversation leads to the others.

import { branches } from './fixtures/branches.ts';
import { expect, test } from './support/test.ts';

test('the switcher says which branch is in view and leads to the others', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  const switcher = viewer.feed.getByRole('group', { name: /\d of 3/ });
  await expect(switcher).toHaveAccessibleName(/1 of 3|3 of 3/);
  // Siblings stand by age, so the branch of the leaf is the last of the three.
  await expect(switcher).toContainText('3 of 3');
  await expect(switcher.getByRole('button', { name: /next/i })).toBeDisabled();

  await switcher.getByRole('button', { name: /previous/i }).click();
  await expect(switcher).toContainText('2 of 3');
  await expect(viewer.entry('second')).toBeInViewport();
  await expect(viewer.entry('third')).toHaveCount(0);
  await expect(page).toHaveURL(/targetId=second/);
  await expect(viewer.feed.getByRole('group', { name: /2 of 2/ })).toBeAttached();

  await viewer.feed.getByRole('group', { name: /2 of 2/ }).getByRole('button', { name: /previous/i }).click();
  await expect(viewer.entry('stone-done')).toBeVisible();
  await expect(viewer.entry('wood-done')).toHaveCount(0);

  await page.goBack();
  await expect(viewer.entry('wood-done')).toBeAttached();
  await switcher.getByRole('button', { name: /previous/i }).click();
  await expect(switcher).toContainText('1 of 3');
  await expect(viewer.entry('first-done')).toBeAttached();
  await expect(switcher.getByRole('button', { name: /previous/i })).toBeDisabled();

  await viewer.showTree();
  await viewer.expectFocus('first');
});

test('the switcher stands above the entry that begins the branch', async ({ viewer, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  const switcher = viewer.feed.getByRole('group', { name: /3 of 3/ });
  const above = await viewer.entry('ways').boundingBox();
  const own = await switcher.boundingBox();
  const words = await viewer.entry('third').getByText('Take the third way').boundingBox();
  if (!above || !own || !words) throw new Error('something is not drawn');
  expect(own.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
  expect(own.y + own.height).toBeLessThanOrEqual(words.y + 1);
});

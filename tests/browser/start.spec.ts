// The start page, before anything is open.

import { expect, test } from './support/test.ts';

test('says what it is and offers every way to open a session', async ({ page, checkAccessibility }) => {
  await page.goto('/');
  for (const name of ['Open files', 'Open folder', 'Paste', 'Try a sample']) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await expect(page.getByRole('main').getByText(/nothing leaves the browser/i)).toBeVisible();
  await checkAccessibility();
});

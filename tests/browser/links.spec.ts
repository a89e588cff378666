// Places: what stands behind the `#`, what leads there, and the way back.

import { branches } from './fixtures/branches.ts';
import { drop } from './support/drop.ts';
import { sessionId } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const link = `/#session=${sessionId}&leafId=stone-done&targetId=second-done`;

test('a link asks for its file, then goes to its place', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.goto(link);
  await expect(page.getByRole('heading', { name: 'This link leads into a session that is not open' })).toBeVisible();
  await expect(page.getByText(sessionId)).toBeVisible();
  await checkAccessibility();
  await drop(page, await makeFile('branches.jsonl', branches));
  await expect(viewer.entry('second-done')).toBeInViewport();
  await expect(viewer.entry('stone-done')).toBeAttached();
  await expect(page).toHaveURL(link);
  await viewer.showTree();
  await viewer.expectFocus('second-done');
});

test('another file does not take the place of the one a link asks for', async ({ viewer, page, makeFile }) => {
  await viewer.goto(link);
  const other = branches.replace(sessionId, 'another-session').replaceAll('second', 'other');
  await drop(page, await makeFile('other.jsonl', other));
  await expect(viewer.entry('third-done')).toBeInViewport();
  await drop(page, await makeFile('branches.jsonl', branches));
  await expect(viewer.entry('second-done')).toBeInViewport();
});

test('filter and search text stand in the address and come back from it', async ({ viewer, page, makeFile }) => {
  const path = await makeFile('branches.jsonl', branches);
  await viewer.goto(`/#session=${sessionId}&filter=user-only&q=way%20the`);
  await drop(page, path);
  await viewer.showTree();
  await expect(viewer.filter('User only')).toBeChecked();
  await expect(viewer.search).toHaveValue('way the');
  expect(await viewer.drawnRows()).toEqual(['third', 'first', 'second']);

  await viewer.search.fill('bridge “ừ” & 50%');
  await viewer.choose('No tools');
  await expect(page).toHaveURL(/filter=no-tools&q=bridge/);
  await viewer.reload();
  await drop(page, path);
  await viewer.showTree();
  await expect(viewer.search).toHaveValue('bridge “ừ” & 50%');
  await expect(viewer.filter('No tools')).toBeChecked();
});

test('Back and Forward walk the places visited', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  const visit = async (id: string) => {
    await viewer.showTree();
    await viewer.row(id).click();
    await expect(viewer.entry(id)).toBeInViewport();
  };
  await visit('first-done');
  await visit('stone');
  await visit('plan');

  await page.goBack();
  await expect(viewer.entry('stone')).toBeInViewport();
  await expect(page).toHaveURL(/targetId=stone$/);
  await page.goBack();
  await expect(viewer.entry('first-done')).toBeInViewport();
  await expect(viewer.entry('stone')).toHaveCount(0);
  await page.goBack();
  await expect(viewer.entry('third-done')).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await expect(viewer.entry('stone')).toBeInViewport();
  await page.goForward();
  await expect(page).toHaveURL(/targetId=plan$/);
  await viewer.showTree();
  await viewer.expectFocus('plan');
});

test('after a reload the page asks for the file and goes back to the place', async ({ viewer, page, makeFile }) => {
  const path = await makeFile('branches.jsonl', branches);
  await viewer.open(path);
  await viewer.showTree();
  await viewer.row('stone').click();
  await expect(viewer.entry('stone')).toBeInViewport();
  await viewer.reload();
  await expect(page.getByText(`Open the file of session ${sessionId}`)).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open files' }).click();
  await (await choosing).setFiles(path);
  await expect(viewer.entry('stone')).toBeInViewport();
  await expect(viewer.entry('wood')).toHaveCount(0);
  await viewer.showTree();
  await viewer.expectFocus('stone');
});

test('the query form of share links is read and moved behind the #', async ({ viewer, page, makeFile }) => {
  const gist = '0123456789abcdef0123456789abcdef';
  await viewer.goto(`/?${gist}&leafId=wood-done&targetId=second`);
  await expect(page).toHaveURL(`/#gist=${gist}&leafId=wood-done&targetId=second`);
  await expect(page.getByText(gist)).toBeVisible();
  await drop(page, await makeFile('branches.jsonl', branches));
  await expect(viewer.entry('second')).toBeInViewport();
  await expect(viewer.entry('wood-done')).toBeAttached();
});

test('a link to an entry that is not there says so and shows the session', async ({ viewer, page, makeFile }) => {
  await viewer.goto(`/#session=${sessionId}&targetId=gone`);
  await drop(page, await makeFile('branches.jsonl', branches));
  await expect(viewer.notices.getByRole('alert')).toContainText('entry gone');
  await expect(viewer.entry('third-done')).toBeInViewport();
});

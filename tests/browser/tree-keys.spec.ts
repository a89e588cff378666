// Moving about in the tree by mouse, finger and keys.

import { branches } from './fixtures/branches.ts';
import { figure, piRows } from './support/pi.ts';
import { assistant, sessionText, user } from './support/sessions.ts';
import { expect, test } from './support/test.ts';
import { nextFrames } from './support/viewer.ts';

const long = sessionText(Array.from({ length: 100 }, (_, turn) => [user(`Question ${turn}`, { id: `q${turn}` }), assistant(`Answer ${turn}`, { id: `a${turn}` })]).flat());

test('a click goes to the entry on the branch that holds it', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await expect(viewer.entry('third-done')).toBeVisible();
  await viewer.showTree();
  await viewer.expectFocus('third-done');
  await viewer.row('second').click();
  await expect(viewer.feed).toBeVisible();
  await expect(viewer.entry('second')).toBeInViewport();
  await expect(viewer.entry('third-done')).toHaveCount(0);
  // The newest leaf below it: of the two bridges, the wooden one.
  await expect(viewer.entry('wood-done')).toBeAttached();
  await expect(viewer.entry('stone-done')).toHaveCount(0);
  await viewer.showTree();
  await viewer.expectFocus('second');
  await viewer.row('plan').click();
  // An entry that the branch in view holds leaves that branch in view.
  await expect(viewer.entry('plan')).toBeInViewport();
  await expect(viewer.entry('wood-done')).toBeAttached();
  await expect(page).toHaveURL(/targetId=plan/);
});

test('the list says what is where, to those who hear it', async ({ viewer, makeFile }) => {
  await viewer.open(await makeFile('branches.jsonl', branches));
  await viewer.showTree();
  expect(await viewer.drawnRows()).toEqual(['plan', 'ways', 'third', 'look', 'map', 'third-done', 'first', 'first-done', 'second', 'second-done', 'stone', 'stone-done', 'wood', 'wood-done']);
  const of = async (id: string) =>
    viewer.row(id).evaluate((row) => ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) => row.getAttribute(name)));
  expect(await of('plan')).toEqual(['1', '1', '1', 'true']);
  expect(await of('third')).toEqual(['2', '1', '3', 'true']);
  expect(await of('first')).toEqual(['2', '2', '3', 'true']);
  expect(await of('second')).toEqual(['2', '3', '3', 'true']);
  // Siblings stand one step further in, and so does the first generation below a branch point.
  expect((await of('wood'))[0]).toBe(String(Number((await of('second-done'))[0]) + 1));
  expect((await of('first-done'))[3]).toBeNull();
  await expect(viewer.row('second')).toContainText('bridge');
});

test.describe('keys', () => {
  test.skip(({ isMobile }) => isMobile, 'a phone has no keys');

  test('arrows, j, k, Home, End and page keys move the focus; the conversation stays', async ({ viewer, page, makeFile }) => {
    const path = await makeFile('long.jsonl', long);
    const [rows] = await piRows(path);
    const order = rows?.Default ?? [];
    await viewer.open(path);
    await viewer.expectFocus(order.at(-1));
    await viewer.tree.focus();
    const press = async (key: string, row: number) => {
      await page.keyboard.press(key);
      await viewer.expectFocus(order.at(row));
      await expect(viewer.focusedRow).toBeInViewport({ ratio: 0.9 });
    };
    await press('Home', 0);
    await press('ArrowUp', 0);
    await press('ArrowDown', 1);
    await press('j', 2);
    await press('j', 3);
    await press('k', 2);
    await press('ArrowUp', 1);
    await press('End', -1);
    await press('ArrowDown', -1);
    await page.keyboard.press('PageUp');
    await expect(viewer.focusedRow).not.toHaveAttribute('data-entry-id', order.at(-1) ?? '');
    const above = order.indexOf((await viewer.focusedRow.getAttribute('data-entry-id')) ?? '');
    expect(order.length - above, 'rows that a page key moves').toBeGreaterThan(10);
    await press('PageDown', -1);
    await expect(viewer.entry(order.at(-1) ?? '')).toBeInViewport();
    expect(new URL(page.url()).hash).not.toContain('q0');
    await expect(viewer.tree).toHaveAttribute('aria-activedescendant', (await viewer.focusedRow.getAttribute('id')) ?? 'an id');
  });

  test('Enter goes where the focus is', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches));
    await viewer.tree.focus();
    await page.keyboard.press('Home');
    for (let row = 0; row < 6; row += 1) await page.keyboard.press('ArrowDown');
    await viewer.expectFocus('first');
    await expect(viewer.entry('third-done')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(viewer.entry('first-done')).toBeVisible();
    await expect(viewer.entry('third-done')).toHaveCount(0);
    await expect(page).toHaveURL(/leafId=first-done&targetId=first/);
  });

  test('Left and Right fold, unfold, and go to parent and child', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches));
    await viewer.row('second').click();
    await viewer.tree.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(viewer.row('second')).toHaveAttribute('aria-expanded', 'false');
    await expect(viewer.row('stone')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(viewer.row('second')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await viewer.expectFocus('second-done');
    await page.keyboard.press('ArrowLeft');
    await viewer.expectFocus('second');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await viewer.expectFocus('ways');
  });

  test('[ and ] go from branch segment to branch segment', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches));
    await viewer.tree.focus();
    await page.keyboard.press('[');
    await viewer.expectFocus('third');
    await page.keyboard.press('[');
    await viewer.expectFocus('plan');
    await page.keyboard.press(']');
    await viewer.expectFocus('third');
    await page.keyboard.press(']');
    await viewer.expectFocus('third-done');
  });

  test('Shift+J and Shift+K go to the next prompt and the one before', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('long.jsonl', long));
    await viewer.row('a99').waitFor();
    await viewer.tree.focus();
    await page.keyboard.press('Shift+K');
    await viewer.expectFocus('q99');
    await expect(viewer.entry('q99')).toBeInViewport();
    await page.keyboard.press('Shift+K');
    await viewer.expectFocus('q98');
    await expect(viewer.entry('q98')).toBeInViewport();
    await page.keyboard.press('Shift+J');
    await viewer.expectFocus('q99');
  });

  test('1 to 5 and g choose filters', async ({ viewer, page, makeFile }) => {
    const path = await makeFile('branches.jsonl', branches);
    const [rows] = await piRows(path);
    await viewer.open(path);
    for (const [key, name] of [['2', 'No tools'], ['3', 'User only'], ['4', 'Labeled only'], ['5', 'All'], ['1', 'Default'], ['g', 'No tools'], ['g', 'User only'], ['Shift+G', 'No tools'], ['Shift+G', 'Default'], ['Shift+G', 'All']] as const) {
      await page.keyboard.press(key);
      await expect(viewer.filter(name), key).toBeChecked();
      await expect(viewer.foot).toHaveText(`${figure(rows?.[name].length ?? -1)} of ${figure(rows?.All.length ?? -1)} entries`);
      expect(await viewer.drawnRows()).toEqual(rows?.[name]);
    }
  });

  test('/ searches and Esc clears', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches));
    await page.keyboard.press('/');
    await expect(viewer.search).toBeFocused();
    await page.keyboard.type('bridge');
    await expect(viewer.foot).toHaveText(/^4 of/);
    await expect(viewer.filter('User only')).toHaveAccessibleDescription('1');
    // A person who types moves in the list without leaving the field.
    await page.keyboard.press('ArrowDown');
    await expect(viewer.search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(viewer.search).toHaveValue('');
    await expect(viewer.row('plan')).toBeVisible();
    await page.keyboard.type('no such words');
    await expect(viewer.page.getByText('No entry matches “no such words”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(viewer.row('plan')).toBeVisible();
  });

  test('no key fires while a person types in a field, or holds Ctrl, Alt or Cmd', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches));
    await viewer.search.focus();
    const before = await viewer.focusedRow.getAttribute('data-entry-id');
    await page.keyboard.type('jkg12345tohTGJKcy?[]');
    await expect(viewer.search).toHaveValue('jkg12345tohTGJKcy?[]');
    await expect(viewer.filter('Default')).toBeChecked();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await viewer.tree.focus();
    await viewer.expectFocus(before ?? undefined);
    for (const key of ['Control+3', 'Alt+3', 'Meta+3', 'Control+g', 'Alt+j']) await page.keyboard.press(key);
    await nextFrames(page);
    await expect(viewer.filter('Default')).toBeChecked();
    await viewer.expectFocus(before ?? undefined);
  });

  test('Shift+T shows when labels were set', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches));
    await expect(viewer.row('second').locator('time')).toHaveCount(0);
    await page.keyboard.press('Shift+T');
    await expect(viewer.row('second').locator('time')).toHaveText(/2 Jan.*03:04/);
  });
});

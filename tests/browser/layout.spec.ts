// How the panes share the page: borders that move, one pane at a time on a phone, and nothing that makes the page
// itself scroll sideways.

import { branches } from './fixtures/branches.ts';
import { everything } from './fixtures/everything.ts';
import { drop } from './support/drop.ts';
import { assistant, call, result, sessionText, text, user } from './support/sessions.ts';
import { expect, test } from './support/test.ts';
import { expectNoSidewaysScroll, nextFrames } from './support/viewer.ts';

const wide = sessionText(
  [
    user(`x${'w'.repeat(1_000_000)}`, { id: 'word' }),
    assistant(`|${' column |'.repeat(100)}\n|${' --- |'.repeat(100)}\n|${' value |'.repeat(100)}\n`, { id: 'table' }),
    assistant([text('A long line of code:\n\n```js\n' + 'let a = 1; '.repeat(9_000) + '\n```\n'), call('c', 'bash', { command: 'echo ' + 'y'.repeat(100_000) })], { id: 'code' }),
    result('c', 'bash', 'z'.repeat(100_000), { id: 'output' }),
    assistant('# ' + 'Heading'.repeat(400) + '\n\n- ' + 'item'.repeat(400) + '\n\n`' + 'inline'.repeat(400) + '` https://example.org/' + 'path'.repeat(400), { id: 'prose' }),
    { type: 'label', targetId: 'word', label: 'l'.repeat(2_000), id: 'label' },
    { type: 'session_info', name: 'n'.repeat(2_000), id: 'name' },
    { type: 'model_change', provider: 'p'.repeat(500), modelId: 'm'.repeat(500), id: 'model' },
    user('the end', { id: 'end' }),
  ],
  { cwd: '/' + 'folder/'.repeat(200) },
);

test('whatever is in a session, the page does not scroll sideways', async ({ viewer, page, makeFile }) => {
  await viewer.goto();
  await expectNoSidewaysScroll(page);
  await drop(page, await makeFile(`${'f'.repeat(100)}.jsonl`, wide));
  await expect(viewer.feed).toBeVisible();
  await expectNoSidewaysScroll(page);
  await viewer.readThrough(async () => expectNoSidewaysScroll(page));
  const overflow = await viewer.feed.evaluate((feed) => feed.scrollWidth - feed.clientWidth);
  expect(overflow, 'pixels that the conversation is wider than its pane').toBeLessThanOrEqual(0);
  await viewer.showTree();
  await expectNoSidewaysScroll(page);
  await drop(page, await makeFile('everything.jsonl', everything));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything there is');
  await viewer.readThrough(async () => expectNoSidewaysScroll(page));
  for (const name of ['Settings', 'Help']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
  }
});

test('one pane at a time where there is no room for more', async ({ viewer, page, makeFile, isMobile, checkAccessibility }) => {
  test.skip(!isMobile, 'there is room');
  await viewer.open(await makeFile('branches.jsonl', branches));
  await expect(viewer.panes.getByRole('button', { name: 'Conversation' })).toHaveAttribute('aria-pressed', 'true');
  await expect(viewer.tree).toBeHidden();
  await viewer.showTree();
  await expect(viewer.feed).toBeHidden();
  const box = await viewer.tree.boundingBox();
  expect(box?.width).toBeGreaterThan(360);
  await checkAccessibility();
  // Going somewhere shows where that is.
  await viewer.row('second-done').click();
  await expect(viewer.entry('second-done')).toBeInViewport();
  await expect(viewer.tree).toBeHidden();
  await checkAccessibility();
  // Turned on its side there is room for both.
  await page.setViewportSize({ width: 1000, height: 500 });
  await expect(viewer.tree).toBeVisible();
  await expect(viewer.feed).toBeVisible();
  await expect(viewer.panes).toBeHidden();
});

test('what can be done with an entry can be seen without a mouse', async ({ viewer, page, makeFile, isMobile }) => {
  test.skip(!isMobile, 'a mouse is there');
  await viewer.open(await makeFile('branches.jsonl', branches));
  const article = viewer.feed.getByRole('article').last();
  for (const name of ['Copy text', 'Copy link', 'Raw JSON']) {
    const button = article.getByRole('button', { name });
    await expect(button).toBeInViewport();
    // Its name, or a picture that stands for it: something is drawn.
    const drawn = await button.evaluate((element) => {
      const pictures = [...element.querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect().width);
      const visible = getComputedStyle(element.closest('.entry-actions') ?? element).opacity === '1';
      return visible && ((element as HTMLElement).innerText.trim() !== '' || pictures.some((width) => width > 8));
    });
    expect(drawn, name).toBe(true);
  }
  await article.getByRole('button', { name: 'Copy text' }).tap();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('The third way is free of dragons.');
});

test.describe('borders', () => {
  test.skip(({ isMobile }) => isMobile, 'one pane has no borders');

  test('the border of the tree moves by keys and mouse, and stays where it was put', async ({ viewer, page, makeFile }) => {
    const path = await makeFile('branches.jsonl', branches);
    await viewer.open(path);
    const border = page.getByRole('separator', { name: 'Width of the tree' });
    const width = async () => Math.round((await viewer.tree.boundingBox())?.width ?? 0);
    const said = async () => Number(await border.getAttribute('aria-valuenow'));
    const start = { width: await width(), said: await said() };
    await border.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(said).toBeGreaterThan(start.said);
    const step = (await said()) - start.said;
    await expect.poll(width).toBe(start.width + step);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBe(start.width);
    await page.keyboard.press('Home');
    await expect(border).toHaveAttribute('aria-valuenow', (await border.getAttribute('aria-valuemin')) ?? '');
    await page.keyboard.press('End');
    await expect(border).toHaveAttribute('aria-valuenow', (await border.getAttribute('aria-valuemax')) ?? '');
    await expectNoSidewaysScroll(page);

    const grip = await border.boundingBox();
    if (!grip) throw new Error('there is no border');
    await page.mouse.move(grip.x + grip.width / 2, 400);
    await page.mouse.down();
    await page.mouse.move(500, 420, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs(((await border.boundingBox())?.x ?? 0) - 500)).toBeLessThan(8);
    await page.mouse.move(800, 420);
    const put = await said();
    await nextFrames(page);
    expect(await said()).toBe(put);

    await viewer.reload();
    await drop(page, path);
    await expect.poll(said).toBe(put);
  });

  test('the border of the list of sessions moves too', async ({ viewer, page, makeFile }) => {
    await viewer.open(await makeFile('branches.jsonl', branches), await makeFile('everything.jsonl', everything));
    const border = page.getByRole('separator', { name: 'Height of the list of sessions' });
    const height = async () => Math.round((await viewer.sessions.boundingBox())?.height ?? 0);
    const start = await height();
    await border.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(height).toBeGreaterThan(start);
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(height).toBe(start);
  });
});

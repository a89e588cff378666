// What the conversation shows of each kind of entry and content.

import { everything, longLines } from './fixtures/everything.ts';
import { expect, test } from './support/test.ts';
import type { Viewer } from './support/viewer.ts';
import type { Locator } from '@playwright/test';

async function goTo(viewer: Viewer, id: string): Promise<Locator> {
  await viewer.page.evaluate((id) => (location.hash = `${location.hash.replace(/&.*/, '')}&targetId=${id}`), id);
  await expect(viewer.entry(id)).toBeInViewport();
  return viewer.entry(id);
}

test.beforeEach(async ({ viewer, makeFile }) => viewer.open(await makeFile('everything.jsonl', everything)));

test('markdown is laid out', async ({ viewer }) => {
  const article = await goTo(viewer, 'markdown');
  await expect(article.getByRole('heading', { name: 'The plan' })).toBeVisible();
  await expect(article.locator('strong', { hasText: 'strong' })).toBeAttached();
  await expect(article.locator('em', { hasText: 'slanted' })).toBeAttached();
  await expect(article.locator('code', { hasText: 'inline code' })).toBeAttached();
  const link = article.getByRole('link', { name: 'link' });
  await expect(link).toHaveAttribute('href', 'https://example.org/page');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(article).toContainText('$x^2$');
  await expect(article.getByRole('cell', { name: '22' })).toBeAttached();
  await expect(article.getByRole('columnheader', { name: 'size' })).toBeAttached();
  await expect(article.locator('blockquote')).toContainText('a quotation');
  const code = article.locator('pre', { hasText: 'println!("hello");' });
  await expect(code).toBeAttached();
  expect(await code.locator('span').count(), 'pieces of code told apart by colour').toBeGreaterThanOrEqual(2);
  await expect(article).toContainText('start here');
});

test('thinking opens by hand and by t', async ({ viewer, page, isMobile }) => {
  const article = await goTo(viewer, 'parallel');
  const thought = article.getByText('so I weigh it');
  await expect(thought).toHaveCount(0);
  await article.getByRole('button', { name: /^Thinking/ }).click();
  await expect(thought).toBeVisible();
  await article.getByRole('button', { name: /^Thinking/ }).click();
  await expect(thought).toHaveCount(0);
  if (isMobile) return;
  await page.keyboard.press('t');
  await expect(thought).toBeVisible();
  await page.keyboard.press('t');
  await expect(thought).toHaveCount(0);
});

test('calls stand with their results, in whatever order these came', async ({ viewer }) => {
  const article = await goTo(viewer, 'parallel');
  const read = article.locator('[data-entry-id="read-result"]');
  const bash = article.locator('[data-entry-id="bash-result"]');
  await expect(read).toContainText('println!("hello");');
  await expect(bash).toContainText('FAILED tests::adds');
  await expect(article).toContainText('exit 101');
  await expect(article).not.toContainText('\u001b');
  const [above, below] = [await read.boundingBox(), await bash.boundingBox()];
  expect(above?.y, 'results stand in the order of the calls').toBeLessThan(below?.y ?? 0);
  await expect(viewer.feed.getByRole('article').and(viewer.entry('read-result'))).toHaveCount(0);
  await expect(article).toContainText('1.2k in · 345 out · 31k cached');
  // The row of a result leads to it within the article of its call.
  await viewer.showTree();
  await viewer.row('bash-result').click();
  await expect(bash).toBeInViewport();
});

test('colours of a terminal are colours', async ({ viewer }) => {
  const article = await goTo(viewer, 'bash-result');
  const plain = await article.getByText('tests::adds').evaluate((element) => getComputedStyle(element).color);
  const red = await article.getByText('FAILED', { exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(red).not.toBe(plain);
});

test('every tool is drawn in its way', async ({ viewer }) => {
  const edit = await goTo(viewer, 'editing');
  await expect(edit).toContainText('src/main.rs');
  await expect(edit.getByText('println!("hello");')).toBeVisible();
  await expect(edit.getByText('println!("goodbye");')).toBeVisible();
  await expect(edit.getByRole('img', { name: '1 line added, 1 line removed' })).toBeVisible();
  const tools = await goTo(viewer, 'tools');
  for (const words of ['notes.md', 'One.', 'src/main.rs:2:', '*.rs', 'Cargo.toml', 'weather', 'Hanoi', 'Rain, 24 degrees']) await expect(tools).toContainText(words);
});

test('long output is cut, shown in full on demand, and by o', async ({ viewer, page, isMobile }) => {
  const article = await goTo(viewer, 'long');
  const button = article.getByRole('button', { name: 'Show all (1,534 lines)' });
  await expect(button).toBeVisible();
  expect(longLines).toBe(1534);
  await expect(article.getByText('line 700 of the log')).toHaveCount(0);
  await button.click();
  await expect(article.getByText('line 700 of the log')).toBeAttached();
  await article.getByRole('button', { name: 'Show less' }).click();
  await expect(article.getByText('line 700 of the log')).toHaveCount(0);
  if (isMobile) return;
  await page.keyboard.press('o');
  await expect(article.getByText('line 700 of the log')).toBeAttached();
  await page.keyboard.press('o');
  await expect(article.getByText('line 700 of the log')).toHaveCount(0);
});

test('images are drawn, enlarged, and never leave a gap where they are broken', async ({ viewer, page }) => {
  const article = await goTo(viewer, 'picture');
  const image = article.getByRole('img').first();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(64);
  await article.getByRole('button', { name: /^Enlarge/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const broken = await goTo(viewer, 'broken-pictures');
  await expect(broken).toContainText('not an image of a known kind');
  await expect(broken).toContainText('not base64');
  await expect(broken).toContainText('no data');
  await expect(broken.locator('img')).toHaveCount(0);
});

test('redacted thinking is a placeholder, without ciphertext', async ({ viewer }) => {
  const article = await goTo(viewer, 'redacted');
  await expect(article).toContainText(/redacted/i);
  await expect(article).not.toContainText('c2VjcmV0');
});

test('errors and aborts are unmistakable, and nothing is blank', async ({ viewer }) => {
  await expect(await goTo(viewer, 'failed')).toContainText('Error');
  await expect(viewer.entry('failed')).toContainText('The provider is overloaded (529).');
  await expect(await goTo(viewer, 'aborted')).toContainText('Aborted');
  await expect(await goTo(viewer, 'cut-off')).toContainText('limit of its length');
  await expect(await goTo(viewer, 'no-content')).toContainText('No content');
  await viewer.readThrough(async (article, id) => {
    const words = (await article.innerText()).replace(/Copy text|Copy link|Raw JSON/g, '').trim();
    expect(words.length, `words of ${id}`).toBeGreaterThan(8);
  });
});

test('what is missing on one side of a call is said', async ({ viewer }) => {
  await expect(await goTo(viewer, 'unanswered')).toContainText('No result');
  const orphan = await goTo(viewer, 'orphan');
  await expect(orphan).toContainText('An answer to nobody.');
  await expect(orphan).toContainText('not on this branch');
});

test('dividers say what they did', async ({ viewer }) => {
  await expect(await goTo(viewer, 'model')).toContainText('acme/large-model');
  await expect(await goTo(viewer, 'level')).toContainText('Thinking: high');
  await expect(await goTo(viewer, 'name')).toContainText('Everything there is');
  await expect(await goTo(viewer, 'edit')).toContainText('A question that is edited');
  await expect(viewer.entry('edited')).toContainText('edited in context');
  await expect(viewer.entry('omitted')).toContainText('omitted from context');
  const compaction = await goTo(viewer, 'compaction');
  await expect(compaction).toContainText('48k tokens');
  await expect(compaction).toContainText('A question that is edited');
  await compaction.getByRole('button', { name: /^Summary/ }).click();
  await expect(compaction.getByRole('heading', { name: 'Goal' })).toBeVisible();
  const summary = await goTo(viewer, 'branch-summary');
  const open = summary.getByRole('button', { name: /^Summary/, expanded: false });
  if (await open.count()) await open.click();
  await expect(summary.getByText('nowhere')).toBeVisible();
});

test('unknown entries say what they are and show their JSON', async ({ viewer }) => {
  const unknown = await goTo(viewer, 'unknown');
  await expect(unknown).toContainText('title_change');
  await expect(await goTo(viewer, 'unknown-role')).toContainText(/narrator/);
  await expect(await goTo(viewer, 'system')).toContainText(/System/);
  await expect(await goTo(viewer, 'shell')).toContainText('nothing to commit');
});

test('hidden messages show by h', async ({ viewer, page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys');
  await goTo(viewer, 'extension');
  await expect(viewer.entry('hidden')).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(viewer.entry('hidden')).toContainText('A message that hides.');
  await page.keyboard.press('h');
  await expect(viewer.entry('hidden')).toHaveCount(0);
  // A hidden message that somebody goes to is shown.
  await viewer.row('hidden').click();
  await expect(viewer.entry('hidden')).toContainText('A message that hides.');
});

test('text, link and JSON of an entry', async ({ viewer, page, checkAccessibility }) => {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const article = await goTo(viewer, 'extension');
  const button = async (name: string) => {
    await article.hover();
    return article.getByRole('button', { name });
  };
  await (await button('Copy text')).click();
  await expect.poll(clipboard).toBe('The extension says hello.');
  await (await button('Copy link')).click();
  await expect.poll(clipboard).toContain('targetId=extension');
  const link = await clipboard();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#session=/);
  await (await button('Raw JSON')).click();
  const json = article.getByRole('group', { name: 'Raw JSON' });
  await expect(json).toBeVisible();
  const record = JSON.parse(await json.innerText()) as Record<string, unknown>;
  expect(record).toMatchObject({ type: 'custom_message', customType: 'greeter', content: 'The extension says hello.', display: true, id: 'extension' });
  await checkAccessibility();
  await (await button('Raw JSON')).click();
  await expect(json).toHaveCount(0);
});

test('c and y copy what has the focus', async ({ viewer, page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await viewer.row('edited').click();
  await page.keyboard.press('c');
  await expect.poll(clipboard).toBe('A question that is edited');
  await page.keyboard.press('y');
  await expect.poll(clipboard).toMatch(/#session=.*targetId=edited$/);
  const link = await clipboard();
  const [place] = link.split('#').slice(1);
  await page.goto(`/#${place}`);
  await viewer.reload();
  await expect(page.getByText('This link leads into a session that is not open')).toBeVisible();
});

test('selected text stays selected, and opens or closes nothing', async ({ viewer, page, isMobile }) => {
  test.skip(isMobile, 'a finger selects otherwise');
  const article = await goTo(viewer, 'parallel');
  await article.getByRole('button', { name: /^Thinking/ }).click();
  const words = article.getByText('so I weigh it');
  await words.dblclick({ position: { x: 20, y: 8 } });
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toMatch(/^\S+$/);
  await expect(words).toBeVisible();
});

test('articles are named by who speaks and where', async ({ viewer }) => {
  const article = await goTo(viewer, 'end');
  await expect(article).toHaveAccessibleName(/^Assistant, (\d+) of \1$/);
  await expect(viewer.feed.getByRole('article').last()).toHaveAttribute('data-entry-id', 'end');
});

test('every row of the tree has a place to go', async ({ viewer, isMobile }) => {
  test.skip(isMobile, 'the rows are those of the desktop');
  await viewer.choose('All');
  const rows = await viewer.drawnRows();
  expect(rows.length).toBeGreaterThan(25);
  for (const id of rows) {
    await viewer.row(id).click();
    await expect(viewer.entry(id), id).toBeInViewport();
  }
});

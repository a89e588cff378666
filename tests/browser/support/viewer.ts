// The viewer as a person meets it: its parts by role and name.

import { expect, type Locator, type Page } from '@playwright/test';
import { drop } from './drop.ts';
import type { FilterName } from './pi.ts';

export class Viewer {
  readonly page: Page;
  readonly tree: Locator;
  readonly feed: Locator;
  readonly search: Locator;
  readonly foot: Locator;
  readonly sessions: Locator;
  readonly panes: Locator;
  readonly notices: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tree = page.getByRole('tree', { name: 'Session tree' });
    this.feed = page.getByRole('feed', { name: 'Conversation' });
    this.search = page.getByRole('searchbox', { name: 'Search entries' });
    this.foot = page.getByText(/^[\d,]+ of [\d,]+ entries$/);
    this.sessions = page.getByRole('navigation', { name: 'Sessions' });
    this.panes = page.getByRole('navigation', { name: 'Panes' });
    this.notices = page.getByRole('region', { name: 'Notices' });
  }

  /** Opens the page and drops files or folders on it. */
  async open(...paths: string[]): Promise<void> {
    await this.goto();
    await drop(this.page, ...paths);
    await expect(this.feed).toBeVisible();
  }

  /** Opens the page and waits until it listens. */
  async goto(address = '/'): Promise<void> {
    await this.page.goto(address);
    await expect(this.page.getByRole('button', { name: 'Help' })).toBeVisible();
  }

  /** Loads the page again and waits until it listens. */
  async reload(): Promise<void> {
    await this.page.reload();
    await expect(this.page.getByRole('button', { name: 'Help' })).toBeVisible();
  }

  /** Where there is room for one pane only, a person has to ask for the tree. */
  async showTree(): Promise<void> {
    await this.#showPane('Tree', this.tree);
  }

  async showConversation(): Promise<void> {
    await this.#showPane('Conversation', this.feed);
  }

  async showSessions(): Promise<void> {
    await this.#showPane('Sessions', this.sessions);
  }

  async #showPane(name: string, content: Locator): Promise<void> {
    if (await this.panes.isVisible()) await this.panes.getByRole('button', { name, exact: true }).click();
    await expect(content).toBeVisible();
  }

  filter(name: FilterName): Locator {
    return this.page.getByRole('radiogroup', { name: 'Filter' }).getByRole('radio', { name, exact: true });
  }

  /** Chooses a filter as a finger or a mouse does. */
  async choose(name: FilterName): Promise<void> {
    await this.filter(name).check();
    await expect(this.filter(name)).toBeChecked();
  }

  /** The row of an entry, by its id. */
  row(id: string): Locator {
    return this.tree.locator(`[role="treeitem"][data-entry-id=${JSON.stringify(id)}]`);
  }

  get focusedRow(): Locator {
    return this.tree.locator('[role="treeitem"][aria-selected="true"]');
  }

  async expectFocus(id: string | undefined): Promise<void> {
    await expect(this.focusedRow).toHaveAttribute('data-entry-id', id ?? 'an entry that there should be');
  }

  /** What shows an entry in the conversation: its article, or the place of a result in the article of its call. */
  entry(id: string): Locator {
    return this.feed.locator(`[data-entry-id=${JSON.stringify(id)}]`);
  }

  /** The ids of the rows that are drawn. */
  drawnRows(): Promise<string[]> {
    return this.tree.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-entry-id') ?? ''));
  }

  /** The whole conversation as a reader scrolls through it: `look` sees every article once, in order. */
  async readThrough(look: (article: Locator, id: string) => Promise<void>): Promise<string[]> {
    await this.feed.focus();
    await this.page.keyboard.press('Home');
    const seen = new Set<string>();
    for (;;) {
      // What `look` does may change heights, and so which articles are drawn.
      const drawn = await this.feed.getByRole('article').evaluateAll((articles) => articles.map((article) => article.getAttribute('data-entry-id') ?? ''));
      const next = drawn.find((id) => !seen.has(id));
      if (next !== undefined) {
        seen.add(next);
        await look(this.feed.getByRole('article').and(this.entry(next)), next);
        continue;
      }
      const isEnd = await this.feed.evaluate((feed) => {
        const before = feed.scrollTop;
        feed.scrollBy(0, feed.clientHeight / 2);
        return feed.scrollTop === before;
      });
      if (isEnd) return [...seen];
      await nextFrames(this.page);
    }
  }
}

/** Waits until what a change asked for is laid out and painted. */
export async function nextFrames(page: Page, count = 2): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** How many elements the page has. */
export function elementCount(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

/** Nothing makes the page itself wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollWidth, document.body.scrollWidth) - clientWidth;
  });
  expect(overflow, 'pixels that the page is wider than its window').toBeLessThanOrEqual(0);
}

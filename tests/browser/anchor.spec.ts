// The reader's place: what is read stays where it is on the screen while things above it change their height.

import type { Locator } from '@playwright/test';
import { longLines } from './fixtures/everything.ts';
import { assistant, call, result, sessionText, text, thinking, user, type Entry } from './support/sessions.ts';
import { expect, test } from './support/test.ts';
import { nextFrames, type Viewer } from './support/viewer.ts';

/** Articles of very unlike heights, whose estimates can't be right. */
const uneven = sessionText(
  Array.from({ length: 60 }, (_, turn): Entry[] => [
    user(`Question ${turn}\n\n${'- a point\n'.repeat((turn * 7) % 23)}`, { id: `q${turn}` }),
    assistant([thinking(`Thought ${turn}\n\n`.repeat(1 + ((turn * 5) % 17))), text(`Answer ${turn}. ${'Words that wrap. '.repeat((turn * 13) % 90)}`), call(`c${turn}`, 'bash', { command: `run ${turn}` })], { id: `a${turn}` }),
    result(`c${turn}`, 'bash', Array.from({ length: turn % 3 === 0 ? longLines : turn }, (_, line) => `line ${line}`).join('\n'), { id: `r${turn}` }),
  ]).flat(),
);

/** By an address, as a link or Back would. */
async function goTo(viewer: Viewer, id: string): Promise<void> {
  await viewer.page.evaluate((id) => (location.hash = `${location.hash.replace(/&.*/, '')}&targetId=${id}`), id);
  await expect(viewer.entry(id)).toBeInViewport();
  await nextFrames(viewer.page, 10);
}

const top = (article: Locator) => article.evaluate((element) => element.getBoundingClientRect().top);

/** The first article of which something is in the view. */
async function first(viewer: Viewer): Promise<Locator> {
  const id = await viewer.feed.evaluate((feed) => {
    const { top } = feed.getBoundingClientRect();
    return [...feed.querySelectorAll('article')].find((article) => article.getBoundingClientRect().bottom > top + 1)?.getAttribute('data-entry-id');
  });
  if (!id) throw new Error('no article is in the view');
  return viewer.feed.getByRole('article').and(viewer.entry(id));
}

/** The article drawn right above another. */
async function before(viewer: Viewer, article: Locator): Promise<Locator> {
  const id = await article.evaluate((element) => {
    const all = [...document.querySelectorAll('[role="feed"] article')];
    return all[all.indexOf(element) - 1]?.getAttribute('data-entry-id') ?? '';
  });
  return viewer.feed.getByRole('article').and(viewer.entry(id));
}

/** Watches every frame until nothing changes any more; the greatest distance from where it was at first. */
async function wandering(article: Locator, act: () => Promise<unknown>): Promise<number> {
  const watch = await article.evaluateHandle((element) => {
    const start = element.getBoundingClientRect().top;
    const state = { most: 0, on: true };
    const look = () => {
      state.most = Math.max(state.most, Math.abs(element.getBoundingClientRect().top - start));
      if (state.on) requestAnimationFrame(look);
    };
    look();
    return state;
  });
  await act();
  await nextFrames(article.page(), 20);
  return watch.evaluate((state) => {
    state.on = false;
    return state.most;
  });
}

test('what opens above the view pushes nothing in it', async ({ viewer, makeFile }) => {
  await viewer.open(await makeFile('uneven.jsonl', uneven));
  await goTo(viewer, 'a30');
  const anchor = await first(viewer);
  await expect(anchor).toHaveAttribute('data-entry-id', 'a30');
  const above = await before(viewer, await before(viewer, anchor));
  await expect(above).toHaveAttribute('data-entry-id', 'a29');
  const names = ['Raw JSON', /^Thinking/, /^Show all/];
  let tried = 0;
  for (const name of names) {
    const button = above.getByRole('button', { name }).first();
    if ((await button.count()) === 0) continue;
    const height = (await above.boundingBox())?.height ?? 0;
    const moved = await wandering(anchor, () => button.evaluate((element: HTMLElement) => element.click()));
    expect(Math.abs(((await above.boundingBox())?.height ?? 0) - height), `how much higher ${name} makes it`).toBeGreaterThan(10);
    expect(moved, `pixels moved by ${name}`).toBeLessThanOrEqual(1);
    tried += 1;
  }
  expect(tried, 'things that open').toBeGreaterThanOrEqual(2);
});

test('an option that changes every article keeps the place', async ({ viewer, makeFile, page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys');
  await viewer.open(await makeFile('uneven.jsonl', uneven));
  await goTo(viewer, 'q31');
  await viewer.feed.evaluate((feed) => feed.scrollBy(0, -200));
  await nextFrames(page, 10);
  for (const key of ['t', 'o', 't', 'o']) {
    const anchor = await first(viewer);
    const height = await viewer.feed.evaluate((feed) => feed.scrollHeight);
    const moved = await wandering(anchor, () => page.keyboard.press(key));
    expect(await viewer.feed.evaluate((feed) => feed.scrollHeight), `the conversation has another height after ${key}`).not.toBe(height);
    expect(moved, `pixels moved after ${key}`).toBeLessThanOrEqual(1);
  }
});

test('scrolling up through articles never measured is steady', async ({ viewer, makeFile, page, isMobile }) => {
  test.skip(isMobile, 'a phone has no wheel');
  await viewer.open(await makeFile('uneven.jsonl', uneven));
  await expect(viewer.entry('r59')).toBeInViewport();
  const box = await viewer.feed.boundingBox();
  if (!box) throw new Error('there is no feed');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 20);
  for (let step = 0; step < 40; step += 1) {
    const anchor = await first(viewer);
    const start = await top(anchor);
    await page.mouse.wheel(0, -90);
    await expect.poll(async () => Math.abs((await top(anchor)) - start - 90), `step ${step}`).toBeLessThanOrEqual(1);
    await nextFrames(page, 2);
    expect(Math.abs((await top(anchor)) - start - 90), `step ${step}, at rest`).toBeLessThanOrEqual(1);
  }
});

test('a visit lands on its entry though nothing above it was ever measured', async ({ viewer, makeFile, page }) => {
  await viewer.open(await makeFile('uneven.jsonl', uneven));
  for (const id of ['q5', 'a40', 'r20', 'q58', 'q0']) {
    await goTo(viewer, id);
    await nextFrames(page, 10);
    await expect(viewer.entry(id)).toBeInViewport();
  }
});

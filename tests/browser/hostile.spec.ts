// A session is a stranger's file. Whatever stands in it, it stays text: nothing runs, nothing leaves, nothing poses as
// something else.

import type { Page } from '@playwright/test';
import { attempts, elsewhere, hostile } from './fixtures/hostile.ts';
import { drop } from './support/drop.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    pwned?: string;
  }
}

/** The elements that the page builds. Any other could only have come out of the session. */
const built = [
  'html head meta title link script body noscript div span p h1 h2 h3 h4 h5 h6 header footer main section nav article aside',
  'dl dt dd ul ol li button input label select option fieldset legend progress dialog time strong em b i del s code pre kbd samp sup sub mark small',
  'bdi bdo blockquote table caption thead tbody tr th td hr br a img figure figcaption svg path circle rect line g',
].join(' ').split(' ');

/** What in the page is not as it should be. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate((allowed) => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('*')) {
      const name = element.localName;
      if (!allowed.includes(name)) found.add(`an element ${name}`);
      for (const attribute of element.attributes) {
        if (attribute.name.startsWith('on')) found.add(`${name} has ${attribute.name}`);
        if (['srcdoc', 'srcset', 'formaction', 'action', 'background', 'ping', 'autofocus', 'xlink:href'].includes(attribute.name)) found.add(`${name} has ${attribute.name}`);
        if (['class', 'id', 'name', 'role'].includes(attribute.name) && attribute.value.includes('<')) found.add(`${name} has ${attribute.name} ${attribute.value}`);
      }
      if (element instanceof HTMLAnchorElement) {
        const { protocol, rel } = element;
        if (!['http:', 'https:', 'mailto:'].includes(protocol)) found.add(`a link to ${element.getAttribute('href')}`);
        if (!rel.includes('noopener') || !rel.includes('noreferrer')) found.add(`a link that tells where it was followed from: ${element.href}`);
      }
      if (element instanceof HTMLImageElement && !/^(blob:|data:image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,])/.test(element.src)) found.add(`an image of ${element.src}`);
      if (name === 'script' || name === 'link') {
        const address = element.getAttribute(name === 'script' ? 'src' : 'href');
        if (address === null || new URL(address, location.href).origin !== location.origin) found.add(`${name} of ${address}`);
      }
      // Characters that turn text around or hide in it, in what is shown and in what is heard.
      const spoof = /[\u202a-\u202e\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
      for (const child of element.childNodes) if (child instanceof Text && spoof.test(child.data)) found.add(`a hidden character in ${name}.${element.className}: ${JSON.stringify(child.data.slice(0, 60))}`);
      for (const named of ['aria-label', 'title', 'alt']) if (spoof.test(element.getAttribute(named) ?? '')) found.add(`a hidden character in ${named} of ${name}.${element.className}`);
    }
    if (document.baseURI !== location.href) found.add(`another base: ${document.baseURI}`);
    if (window.pwned !== undefined) found.add(`it ran: ${window.pwned}`);
    return [...found];
  }, built);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a hostile session stays text, in ${colorScheme}`, async ({ viewer, page, context, makeFile, checkAccessibility, isMobile }) => {
    test.skip(isMobile && colorScheme === 'dark', 'the colours are those of the desktop');
    test.setTimeout(90_000);
    const strange: string[] = [];
    page.on('dialog', (dialog) => {
      strange.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('page', (popup) => strange.push(`a window: ${popup.url()}`));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) strange.push(`a frame: ${frame.url()}`);
      else if (frame.url().includes(elsewhere)) strange.push(`gone to ${frame.url()}`);
    });
    await page.emulateMedia({ colorScheme });
    await viewer.open(await makeFile(`<img src=x onerror=window.pwned='name'> "\u202Elnosj.jsonl`, hostile));
    const scripts = await page.locator('script').count();

    const seen = await viewer.readThrough(async (article) => {
      // Whatever can be opened is opened: thinking, arguments, summaries, long text, the raw JSON.
      await article.evaluate(async (element) => {
        for (let round = 0; round < 3; round += 1) {
          for (const button of element.querySelectorAll<HTMLButtonElement>('button[aria-expanded="false"]')) button.click();
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        }
      });
      expect(await faults(page)).toEqual([]);
    });
    expect(seen.length, 'articles').toBeGreaterThan(15);
    await expect(viewer.feed).toContainText('the end of it');

    for (const key of ['t', 'o', 'h']) await page.keyboard.press(key);
    await viewer.readThrough(async () => expect(await faults(page)).toEqual([]));

    await viewer.showTree();
    await viewer.choose('All');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: /problems?$/ }).click();
    await expect(page.getByRole('tabpanel', { name: 'Problems' })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    for (const name of ['Stats', 'Context', 'Entry']) {
      await page.getByRole('tab', { name }).click();
      expect(await faults(page)).toEqual([]);
    }
    expect(await page.locator('script').count()).toBe(scripts);
    expect(strange).toEqual([]);
    await checkAccessibility();
  });
}

test('markup in a message is shown to the letter', async ({ viewer, makeFile }) => {
  await viewer.open(await makeFile('hostile.jsonl', hostile));
  const shown: string[] = [];
  await viewer.readThrough(async (article) => void shown.push((await article.textContent()) ?? ''));
  const all = shown.join('\n');
  // In code and raw text; attempts with hidden characters are written otherwise.
  for (const attempt of attempts.filter((attempt) => !/[\u0000\u200b\u202e]/.test(attempt))) expect(all).toContain(attempt);
});

test('a link’s hostile parts are read as text', async ({ viewer, page }) => {
  const hash = `#session=${encodeURIComponent(attempts[1] ?? '')}&targetId=${encodeURIComponent(attempts[0] ?? '')}&q=${encodeURIComponent(attempts[3] ?? '')}&filter=<b>`;
  await viewer.goto(`/${hash}`);
  await expect(page.getByText(attempts[1] ?? '')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.goto(`/?url=javascript:window.pwned='url'&gist=${encodeURIComponent(attempts[0] ?? '')}`);
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('names in a list of files, and sentences about files, are text too', async ({ viewer, page, makeFile }) => {
  await viewer.open(await makeFile('one.jsonl', hostile), await makeFile(`<img src=x onerror=window.pwned=2>.jsonl`, hostile));
  await drop(page, await makeFile(`<svg onload=window.pwned=3>.png`, 'no session'));
  await expect(viewer.notices.getByRole('alert')).toContainText('<svg onload=window.pwned=3>.png');
  if (await viewer.panes.isVisible()) await viewer.panes.getByRole('button', { name: 'Sessions' }).click();
  await expect(viewer.sessions).toContainText('<img src=x onerror=window.pwned=2>.jsonl');
  expect(await faults(page)).toEqual([]);
});

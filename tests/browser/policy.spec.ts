// What the page may do, and where it can lie.

import { branches } from './fixtures/branches.ts';
import { drop } from './support/drop.ts';
import { serveFolder } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { Viewer } from './support/viewer.ts';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' https: http:; worker-src 'self' blob:; manifest-src 'self'; require-trusted-types-for 'script'; trusted-types viewer";

test('the page’s policy is exactly the one decided on, before anything is loaded', async ({ page }) => {
  const html = await (await page.request.get('/')).text();
  const found = [...html.matchAll(/<meta[^>]*http-equiv="?Content-Security-Policy"?[^>]*content="([^"]*)"/gi)];
  expect(found.map((match) => match[1])).toEqual([policy]);
  const before = html.slice(0, found[0]?.index);
  expect(before).not.toMatch(/<(script|link|style|img)/i);
  expect(html).not.toMatch(/<script(?![^>]*src=)/i);
  expect(html).not.toMatch(/ style=| on[a-z]+=/i);
});

test('nothing is fetched but the page’s own files, and those only once', async ({ viewer, page, makeFile }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await viewer.open(await makeFile('branches.jsonl', branches));
  // The browser looks at the icon of a tab again whenever the address changes.
  const once = requests.filter((path) => !path.endsWith('.svg'));
  expect(new Set(once).size).toBe(once.length);
  for (const path of requests) expect(path).toMatch(/^\/$|\.(js|css|wasm|svg|webmanifest|png)$/);
});

test('the site works from a folder below the top', async ({ page, guard, makeFile }) => {
  const site = await serveFolder(undefined, '/some/where/');
  guard.allowRequestsTo(site.origin);
  try {
    const viewer = new Viewer(page);
    await viewer.goto(`${site.origin}/some/where/`);
    await drop(page, await makeFile('branches.jsonl', branches));
    await expect(viewer.entry('third-done')).toBeVisible();
    await viewer.showTree();
    await viewer.row('first').click();
    await expect(page).toHaveURL(/\/some\/where\/#session=.*targetId=first$/);
  } finally {
    await site.close();
  }
});

test('with the network gone the open page still opens files', async ({ viewer, page, context, makeFile }) => {
  await viewer.goto();
  await context.setOffline(true);
  await drop(page, await makeFile('branches.jsonl', branches));
  await expect(viewer.entry('third-done')).toBeVisible();
});

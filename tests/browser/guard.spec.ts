// The guard itself: a test is only as good as what it would notice.

import { expect, test } from './support/test.ts';
import { serve } from './support/site.ts';

test('a console error, a page error and a breach of the policy are noticed', async ({ page, guard }) => {
  await page.goto('/');
  await page.evaluate(() => {
    console.error('planted');
    setTimeout(() => {
      throw new Error('thrown');
    });
    const script = document.createElement('style');
    script.textContent = 'body { color: red }';
    document.head.append(script);
  });
  guard.expectProblem(/console: planted/);
  guard.expectProblem(/page error: Error: thrown/);
  guard.expectProblem(/policy: style-src-elem stopped inline/);
  guard.expectProblem(/console: .*Content Security Policy/);
  await expect.poll(() => guard.problems.length).toBeGreaterThanOrEqual(4);
});

test('a request to another origin is noticed', async ({ page, guard }) => {
  const elsewhere = await serve((_request, response) => void response.setHeader('Access-Control-Allow-Origin', '*').end('ok'));
  await page.goto('/');
  await page.evaluate(async (address) => void (await fetch(address)), elsewhere.origin);
  await elsewhere.close();
  guard.expectProblem(/request elsewhere: GET http:\/\/127\.0\.0\.1/);
});

test('the page may not build a script or markup from text', async ({ page, guard }) => {
  await page.goto('/');
  const refusals = await page.evaluate(() => {
    const attempts: Record<string, () => void> = {
      markup: () => void (document.createElement('div').innerHTML = '<b>x</b>'),
      address: () => void (document.createElement('script').src = 'x.js'),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name}: done`;
      } catch (error) {
        return `${name}: ${(error as Error).name}`;
      }
    });
  });
  expect(refusals).toEqual(['markup: TypeError', 'address: TypeError']);
  guard.expectProblem(/policy: require-trusted-types-for stopped trusted-types-sink/);
  guard.expectProblem(/console: .*TrustedHTML/);
  guard.expectProblem(/console: .*TrustedScriptURL/);
});

// The `test` that every spec uses: the site's address, the guard over errors and requests, files on disk,
// and the check for people who can't see the page.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Guard } from './guard.ts';
import { serveFolder, type Site } from './site.ts';
import { Viewer } from './viewer.ts';

interface TestFixtures {
  /** The viewer in the page, by its parts. */
  viewer: Viewer;
  /** Fails the test on errors, policy violations and requests elsewhere, whether it is asked for or not. */
  guard: Guard;
  /** Writes a file for this test alone and gives its path. */
  makeFile: (name: string, content: string | Uint8Array) => Promise<string>;
  /** The page as it stands has no violation that axe finds. */
  checkAccessibility: () => Promise<void>;
}

interface WorkerFixtures {
  site: Site;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await serveFolder();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.origin),

  guard: [
    async ({ context, site }, use) => {
      const guard = await Guard.over(context, site.origin);
      await use(guard);
      await guard.check();
    },
    { auto: true },
  ],

  viewer: async ({ page }, use) => use(new Viewer(page)),

  makeFile: async ({}, use, testInfo) => {
    await use(async (name, content) => {
      const path = testInfo.outputPath(name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    });
  },

  checkAccessibility: async ({ page }, use) => {
    await use(async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any, all }) => `${html} (${[...any, ...all].map(({ message }) => message).join('; ')})`).join(' ')}`);
      expect(found, 'what axe found').toEqual([]);
    });
  },
});

export { expect };

// How the browser tests run: on the release site in `dist/`, in the Chromium that the variable names.
// `cargo xtask test browser` builds the one and finds the other.

import { defineConfig, devices } from '@playwright/test';

const chromium = process.env['CHROMIUM'];
if (!chromium) throw new Error('CHROMIUM names no browser; run the tests with `cargo xtask test browser`.');

// A browser that keeps to itself: it looks for no updates and asks nobody about the pages it sees.
const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'results',
  globalTeardown: './support/teardown.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: chromium, args: [...quiet, '--disable-gpu'] },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1400, height: 820 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } },
  ],
});

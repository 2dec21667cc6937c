import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import type { Institute } from './fixtures.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));

/** User scenarios in a real browser against the real server. */
export default defineConfig<object, Institute>({
  testDir: '.',
  outputDir: '../test-results',
  // Each worker has a browser, a server and a database, and waits for them part of its time.
  workers: Math.min(availableParallelism() + 1, 4),
  // Tests change data: each spec file has its own project, and with it its own worker and server.
  projects: files.map((name) => ({
    name: name.slice(0, -'.spec.ts'.length),
    testMatch: name,
    use: { institute: name },
  })),
  globalSetup: './build.ts',
  // A second attempt, with a new server and new data, distinguishes a fault from a busy machine.
  // scripts/test.ts lists the tests that needed it: each is a race to find, in the test or in the screen.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    viewport: { width: 1366, height: 850 },
    locale: 'en-AU',
    timezoneId: 'Europe/Lisbon',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    contextOptions: { reducedMotion: 'reduce' },
    // Each test is a new browser: precaching the application would be most of what it loads.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});

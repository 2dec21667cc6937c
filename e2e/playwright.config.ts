import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';

/** A person's errands in a real browser against the real server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  globalSetup: './build.ts',
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
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});

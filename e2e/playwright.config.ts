import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import type { Institute } from './person.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));

/** A person's errands in a real browser against the real server. */
export default defineConfig<object, Institute>({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  // Errands change what is there: those of another file must not meet it.
  projects: files.map((name) => ({ name: name.slice(0, -'.spec.ts'.length), testMatch: name, use: { institute: name } })),
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
    // Each errand is a new browser: keeping the application for later would be most of what it loads.
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

import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';

const port = 3456;
const folder = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'attendance-e2e-'));
chmodSync(folder, 0o755);
process.env.E2E_DATA_DIR = folder;

/** A person's errands in a real browser against the real server; its clock begins on a Wednesday, 10:40 in Sydney. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1366, height: 850 },
    locale: 'en-AU',
    timezoneId: 'Europe/Lisbon',
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
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
  webServer: {
    command: 'node scripts/start.ts',
    cwd: join(import.meta.dirname, '..'),
    url: `http://localhost:${port}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      CLOCK: '2026-11-18T10:40:00+11:00',
      TZ: 'America/Los_Angeles',
      LOG_LEVEL: 'error',
      READER_GAP_MS: '200',
      STUDENT_MAIL_DOMAIN: 'students.demo.example',
    },
  },
});

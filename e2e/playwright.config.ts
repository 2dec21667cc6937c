import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { cameraFilm } from './camera-film.ts';
import type { Institute } from './fixtures.ts';

/**
 * Files whose tests leave the institute as it was, but for rows of their own: they share the
 * servers, which take a tenth of the run to start.
 */
const sharing = [
  'absences',
  'checks',
  'columns',
  'contact-hours',
  'dashboard',
  'day-table',
  'filters',
  'identity',
  'opening',
  'overview',
  'reports',
  'search',
  'shell',
  'sign-in',
  'student-page',
  'timetable-health',
  'weeks',
  'widths',
].map((name) => `${name}.spec.ts`);
const chromium = {
  executablePath: findChromium() ?? undefined,
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
    // A page lives for seconds: code that the second compiler optimizes does not run long enough.
    '--js-flags=--no-turbofan',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};
/** A camera that is always allowed, and shows the film that a test writes. */
const withCameras = {
  ...chromium,
  args: [
    ...chromium.args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${cameraFilm}`,
  ],
};
const others = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.spec.ts'))
  .filter((name) => !sharing.includes(name));

/** User scenarios in a real browser against the real server. */
export default defineConfig<object, Institute>({
  testDir: '.',
  outputDir: '../test-results',
  // Each worker has a browser, a server and a database, and waits for them part of its time.
  workers: Math.min(availableParallelism() + 1, 4),
  // Tests change data: other spec files have their own project, and with it their own worker and
  // server.
  projects: [
    ...others.map((name) => ({
      name: name.slice(0, -'.spec.ts'.length),
      testMatch: name,
      use: { institute: name, ...(name === 'camera.spec.ts' && { launchOptions: withCameras }) },
    })),
    { name: 'shared', testMatch: sharing, use: { institute: 'shared' } },
  ],
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
    launchOptions: chromium,
  },
});

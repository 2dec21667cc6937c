import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.ts';

const executablePath = findChromium();

/** Tests of components, in a real browser; whole screens are tested in e2e/. */
export default defineConfig({
  plugins: [react()],
  // As in vite.config.ts.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-dev-runtime',
      'react-dom/client',
      'react-error-boundary',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/modals',
      '@mantine/notifications',
      '@mantine/schedule',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'axe-core',
      'barcode-detector/ponyfill',
      'bwip-js/browser',
      'csv-parse/browser/esm/sync',
      'dayjs',
      'fflate',
      'hucre',
      'hucre/xlsx',
      'jspdf',
      'jspdf-autotable',
      'oidc-client-ts',
      'papaparse',
      'unpdf',
      'uqr',
      'zod',
    ],
  },
  test: {
    include: ['web/**/*.browser.test.tsx'],
    // By default half of the processors.
    maxWorkers: Math.min(availableParallelism(), 4),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(executablePath && { executablePath }),
          // As in e2e/playwright.config.ts.
          args: ['--js-flags=--no-turbofan', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1024, height: 768 } }],
    },
  },
});

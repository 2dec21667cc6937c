import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,devices}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // Modules that a hundred files import are imported once per worker: they have no state of their
    // own.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file starts a server and a database of its own, and waits for them about a third of its
    // time.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    coverage: {
      include: ['{contract,server,web}/**/*.{ts,tsx}'],
      exclude: ['server/test/**', '**/*.test.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});

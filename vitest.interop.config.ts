import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** Tests with programs that we did not write: a part of `npm run proof`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['drills/interop/**/*.test.ts'],
    exclude: [],
    maxWorkers: 1,
    fileParallelism: false,
    reporters: ['verbose'],
  },
});
